/**
 * A number at the end of a menu entry, in the rail at the corner of its icon; nothing for none. It takes so little room that the
 * longest entry keeps its one line when its two digits arrive.
 */
export function MenuCount({ count }: { count: number }) {
  if (count === 0) return null
  const words = count > 999 ? 'más de 999' : String(count)
  return (
    <>
      <span
        aria-hidden
        className="-mx-1 flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-pend px-1 text-chip text-surface tabular-nums rail:absolute rail:top-0.5 rail:right-0 rail:mx-0 rail:h-4.5 rail:min-w-4.5"
      >
        {count > 999 ? '999+' : count}
      </span>
      <span className="sr-only">{count === 1 ? '1 pendiente' : `${words} pendientes`}</span>
    </>
  )
}
