import { millimetres } from './measure.ts'

type Spot = { x: number; y: number }

/** The marked points over the model, the line between them and its length; a cross in the middle for marking by key. */
export function MeasureOverlay({ spots, length, cross }: { spots: Spot[]; length?: number; cross: boolean }) {
  const [from, to] = spots
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full">
      {cross && (
        <g className="stroke-signal" strokeWidth={1.5}>
          <circle cx="50%" cy="50%" r={9} fill="none" />
          <circle cx="50%" cy="50%" r={1} />
        </g>
      )}
      {from && to && (
        <>
          <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="stroke-film-950" strokeWidth={5} />
          <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="stroke-signal" strokeWidth={2} />
        </>
      )}
      {spots.map(({ x, y }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second.
        <circle key={i} cx={x} cy={y} r={5} className="fill-signal stroke-film-950" strokeWidth={2} />
      ))}
      {from && to && length !== undefined && (
        <text
          x={(from.x + to.x) / 2}
          y={(from.y + to.y) / 2 - 12}
          textAnchor="middle"
          className="fill-signal stroke-film-950 text-label font-semibold tabular-nums [paint-order:stroke]"
          strokeWidth={4}
        >
          {millimetres(length)}
        </text>
      )}
    </svg>
  )
}
