/** A number at the end of a menu entry; nothing for none. */
export function MenuCount({ count }: { count: number }) {
  if (count === 0) return null
  const words = count > 999 ? 'más de 999' : String(count)
  return (
    <>
      <span
        aria-hidden
        className="-mr-1.5 -ml-2 min-w-5 rounded-full bg-pend px-1 py-0.5 text-center text-tag text-surface tabular-nums"
      >
        {count > 999 ? '999+' : count}
      </span>
      <span className="sr-only">{count === 1 ? '1 pendiente' : `${words} pendientes`}</span>
    </>
  )
}
