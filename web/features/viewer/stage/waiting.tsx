import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { previewWords } from '#web/copy/imaging.ts'
import { SpinnerIcon } from '#web/ui/spinner.tsx'

/** Takes the large picture of the study that is opened to where it is waited for. */
const Cover = createContext<((place: HTMLElement | null) => void) | null>(null)

/**
 * A stage whose `picture` stands wherever a `Waiting` of it is covered. One part of the screen after the other waits, and
 * the picture moves along: a new one would be fetched again, as nothing of a patient is kept in the browser's cache.
 */
export function Covered({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  const frame = useMemo(() => {
    const frame = document.createElement('div')
    frame.className = 'size-full'
    return frame
  }, [])
  const [asked, setAsked] = useState(false)
  const standIn = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return
      place.append(frame)
      setAsked(true)
    },
    [frame],
  )
  return (
    <Cover value={picture ? standIn : null}>
      {asked && createPortal(picture, frame)}
      {children}
    </Cover>
  )
}

/** Something is on its way to the stage. */
export function Waiting({
  label = 'Cargando...',
  covered = false,
  children,
}: {
  label?: string
  /** In the stage of the whole study: its cover stands there until the images replace it. */
  covered?: boolean
  children?: ReactNode
}) {
  const standIn = use(Cover)
  if (covered && standIn) {
    return (
      <div className="relative min-h-0 flex-1">
        <p className="px-3 py-1.5 text-center text-meta text-film-ink">{previewWords}</p>
        {/* Its place does not depend on how much is said below. */}
        <div ref={standIn} className="absolute inset-x-0 top-8 bottom-15" />
        <div className="absolute inset-x-0 bottom-0 flex min-h-15 animate-late flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-film-950/80 px-3 py-2 text-film-ink-2">
          <SpinnerIcon className="size-5 text-signal" />
          <p role="status">{label}</p>
          {children}
        </div>
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 animate-late items-center justify-center p-5">
      <div className="grid w-full max-w-80 justify-items-center gap-4 text-film-ink-2">
        <SpinnerIcon className="size-7 text-signal" />
        <p role="status">{label}</p>
        {children}
      </div>
    </div>
  )
}
