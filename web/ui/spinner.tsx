import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** A turning ring without words, for use beside a text that says what is happening. */
export function SpinnerIcon({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className ?? 'size-4.5')} />
}

/**
 * Something is on its way: ring and text, in the middle of the free space. Appears only after 200 ms, so that quick
 * answers do not flicker.
 */
export function Spinner({ label = 'Cargando...' }: { label?: string }) {
  return (
    <div
      role="status"
      className="flex min-h-[50vh] animate-late flex-col items-center justify-center gap-3 text-ink-2"
    >
      <SpinnerIcon className="size-7 text-brand-700" />
      <p>{label}</p>
    </div>
  )
}
