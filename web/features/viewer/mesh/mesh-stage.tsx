import { Box, Download } from 'lucide-react'
import { fileSize } from '#domain/file-size.ts'
import { problemWords } from '#web/copy/imaging.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { Part } from '#web/imaging/types.ts'
import { toast } from '#web/ui/toast.ts'
import { FilmButton, StageMessage } from '../film.tsx'
import { saveBlob } from '../save-blob.ts'
import { problemOf } from '../use-open-study.ts'

/** A scan of surfaces, to be opened in the program of whoever works with it. */
export function MeshStage({
  study,
  part,
}: {
  study: OpenStudy
  part: Extract<Part, { kind: 'mesh' }>
  pictureName: string
}) {
  async function download() {
    try {
      saveBlob(await study.blob(part.id), part.name.split('/').at(-1) ?? part.name)
    } catch (failure) {
      toast({ ...problemWords[problemOf(failure)], variant: 'destructive' })
    }
  }
  return (
    <StageMessage
      icon={<Box className="size-6" />}
      title={part.name}
      actions={
        <FilmButton
          variant="solid"
          icon={<Download aria-hidden className="size-4.5" />}
          onClick={() => void download()}
        >
          Descargar
        </FilmButton>
      }
    >
      <p>
        Modelo 3D {part.format.toUpperCase()}, {fileSize(part.bytes)}. Ábrelo con tu programa de modelos.
      </p>
    </StageMessage>
  )
}
