import { Download, ImageOff, RotateCw } from 'lucide-react'
import { problemWords } from '#web/copy/imaging.ts'
import type { ImagingProblem } from '#web/imaging/types.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { FilmButton, StageMessage } from './film.tsx'
import { problemOf } from './problem-of.ts'

/** A file that cannot be shown: why, which one, and the way to have it anyway. */
export function Problem({
  problem,
  name = 'estudio',
  original,
  archive,
  onRetry,
}: {
  problem: ImagingProblem
  name?: string
  original: () => Promise<Blob | undefined>
  /** Saved where the file cannot be taken out of it: who has its password or another program finds it there. */
  archive?: { name: string; blob: Blob } | undefined
  /** Offered where another attempt may end better. */
  onRetry?: () => void
}) {
  const { title, description } = problemWords[problem]
  const again = onRetry && (problem === 'not_loaded' || problem === 'cancelled')
  async function download() {
    try {
      const blob = await original()
      if (blob) saveFile(name.split('/').at(-1) ?? name, blob)
    } catch (failure) {
      if (archive) saveFile(archive.name, archive.blob)
      else toast({ ...problemWords[problemOf(failure)], variant: 'destructive' })
    }
  }
  return (
    <StageMessage
      role="alert"
      icon={<ImageOff className="size-6" />}
      title={title}
      actions={
        <>
          {again && (
            <FilmButton
              variant="solid"
              icon={<RotateCw aria-hidden className="size-4.5" />}
              onClick={onRetry}
            >
              Reintentar
            </FilmButton>
          )}
          <FilmButton
            variant={again ? 'quiet' : 'solid'}
            icon={<Download aria-hidden className="size-4.5" />}
            onClick={() => void download()}
          >
            Descargar
          </FilmButton>
        </>
      }
    >
      <p className="font-semibold text-film-ink">{name}</p>
      <p>{description}</p>
    </StageMessage>
  )
}
