import { FileX2, RotateCw } from 'lucide-react'
import { AppError } from '#web/backend/errors.ts'
import { fileChanged } from '#web/copy/imaging.ts'
import { FilmButton, StageMessage } from '../stage/film.tsx'
import { LoadFailed } from '../stage/load-failed.tsx'

const refused = new AppError('load_study', 'server')

/** A study that is not read on: its file is another one now, or may not be read any more. */
export function FarFailed({ changed, onRetry }: { changed: boolean; onRetry: () => void }) {
  if (!changed) return <LoadFailed error={refused} onRetry={onRetry} />
  return (
    <StageMessage
      role="alert"
      icon={<FileX2 className="size-6" />}
      title={fileChanged.title}
      actions={
        <FilmButton
          variant="solid"
          icon={<RotateCw aria-hidden className="size-4.5" />}
          onClick={() => location.reload()}
        >
          Volver a abrir
        </FilmButton>
      }
    >
      <p>{fileChanged.description}</p>
    </StageMessage>
  )
}
