import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { FilmButton, StageMessage } from './film.tsx'

/** A study that could not be read, with the way to try again. */
export function LoadFailed({
  error,
  onRetry,
  children,
}: {
  error: unknown
  onRetry: () => unknown
  children?: ReactNode
}) {
  const failure = toAppError(error, 'load_study')
  const offline = failure.reason === 'network'
  return (
    <StageMessage
      role="alert"
      icon={offline ? <WifiOff className="size-6" /> : <TriangleAlert className="size-6" />}
      title="No se pudo cargar el estudio."
      actions={
        <>
          <FilmButton
            variant="solid"
            icon={<RotateCw aria-hidden className="size-4.5" />}
            onClick={() => void onRetry()}
          >
            Reintentar
          </FilmButton>
          {children}
        </>
      }
    >
      <p>{offline ? errorMessage(failure).description : said(failure)}</p>
    </StageMessage>
  )
}

function said(failure: ReturnType<typeof toAppError>): string {
  if (failure.reason === 'missing' || failure.reason === 'invalid') {
    return 'El archivo ya no está donde se guardó. Avisa a la clínica.'
  }
  return failure.reason === 'limit' ? errorMessage(failure).description : 'Inténtalo de nuevo en un momento.'
}
