import { cx } from '#web/ui/cx.ts'

const ticks = Array.from({ length: 61 }, (_, index) => {
  const height = index % 10 === 0 ? 11 : index % 5 === 0 ? 7 : 4
  return `M${index * 4 + 1} 12v-${height}`
}).join('')

/** Millimetre ticks as on a film, the tenth ones taller. Ornament only. */
export function Ruler({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={cx('pointer-events-none h-6.5 bg-linear-to-t from-film-950/75 to-film-950/0', className)}
    >
      <svg
        width="242"
        height="12"
        viewBox="0 0 242 12"
        className="mx-auto mt-1.5 stroke-film-ink/80"
        role="presentation"
      >
        <path d={ticks} />
      </svg>
    </div>
  )
}
