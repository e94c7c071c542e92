import { BoxSelect, Download } from 'lucide-react'
import { problemWords } from '#web/copy/imaging.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { FilmButton, StageMessage } from '../stage/film.tsx'
import { problemOf } from '../stage/problem-of.ts'

/** A browser that cannot draw in three dimensions: what may help, and the file itself. */
export function NoWebgl({ name, blob }: { name: string; blob: () => Promise<Blob> }) {
  async function download() {
    try {
      saveFile(name.split('/').at(-1) ?? name, await blob())
    } catch (failure) {
      toast({ ...problemWords[problemOf(failure)], variant: 'destructive' })
    }
  }
  return (
    <StageMessage
      role="alert"
      icon={<BoxSelect className="size-6" />}
      title="Este navegador no puede mostrar modelos 3D"
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
      <p>Activa la aceleración por hardware (WebGL), usa otro navegador o descarga el archivo.</p>
    </StageMessage>
  )
}
