import { dentitions, regionParts } from '#domain/odontogram.ts'
import { cx } from '#web/ui/cx.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { Tooth } from './tooth.tsx'

/** What an order is about: in words, and drawn where teeth are marked. Without a place there is nothing. */
export function MarkedTeeth({ teeth, areas }: { teeth: readonly number[]; areas: readonly string[] }) {
  const parts = regionParts({ teeth, areas })
  if (parts.length === 0) return null
  return (
    <div className="grid gap-3">
      <p className="font-semibold tabular-nums">
        <Dotted parts={parts} />
      </p>
      {Object.entries(dentitions).map(([name, { upper, lower }]) => {
        if (![...upper, ...lower].some((number) => teeth.includes(number))) return null
        return (
          <div key={name} aria-hidden className="grid max-w-xl gap-1.5">
            <Row numbers={upper} teeth={teeth} />
            <Row numbers={lower} teeth={teeth} isLower />
          </div>
        )
      })}
    </div>
  )
}

function Row({
  numbers,
  teeth,
  isLower = false,
}: {
  numbers: readonly number[]
  teeth: readonly number[]
  isLower?: boolean
}) {
  return (
    <div className="grid" style={{ gridTemplateColumns: `repeat(${numbers.length}, minmax(0, 1fr))` }}>
      {numbers.map((number) => {
        const marked = teeth.includes(number)
        return (
          <span
            key={number}
            className={cx(
              'flex flex-col items-center text-[max(8pt,0.6875rem)]/[1.2] tabular-nums',
              isLower && 'flex-col-reverse',
              marked ? 'font-bold' : 'text-ink-3',
            )}
          >
            <Tooth number={number} marked={marked} className="h-7 w-full max-w-5.5" />
            {number}
          </span>
        )
      })}
    </div>
  )
}
