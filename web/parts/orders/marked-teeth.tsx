import { dentitions, regionParts } from '#domain/odontogram.ts'
import { cx } from '#web/ui/cx.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { Midline } from './midline.tsx'
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
          <div key={name} aria-hidden className="@container max-w-176">
            <div className="relative grid gap-1.5">
              <Midline className="@min-[19rem]:block" />
              <Arch numbers={upper} teeth={teeth} />
              <Arch numbers={lower} teeth={teeth} isLower />
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** The halves of a jaw beside each other; below each other where their numbers would run together. */
function Arch({
  numbers,
  teeth,
  isLower = false,
}: {
  numbers: readonly number[]
  teeth: readonly number[]
  isLower?: boolean
}) {
  const half = numbers.length / 2
  return (
    <div className="grid grid-cols-1 gap-x-2 gap-y-1.5 @min-[19rem]:grid-cols-2">
      {[numbers.slice(0, half), numbers.slice(half)].map((side) => (
        <div
          key={side[0]}
          className="grid"
          style={{ gridTemplateColumns: `repeat(${half}, minmax(0, 1fr))` }}
        >
          {side.map((number) => {
            const marked = teeth.includes(number)
            return (
              <span
                key={number}
                className={cx(
                  'flex flex-col items-center text-[0.8125rem]/[1.2] tracking-tight tabular-nums',
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
      ))}
    </div>
  )
}
