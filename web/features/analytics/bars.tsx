import type { ReactNode } from 'react'
import { countOf } from './names.ts'
import { percentOf } from './scale.ts'

/** Names with their counts and a bar under each. */
export function Bars({ lines }: { lines: readonly { key: string; name: ReactNode; count: number }[] }) {
  const most = Math.max(0, ...lines.map(({ count }) => count))
  return (
    <ol className="grid grid-cols-1 gap-3">
      {lines.map(({ key, name, count }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-break-word">{name}</span>
            <b className="font-semibold tabular-nums">{countOf(count)}</b>
          </div>
          <svg aria-hidden width="100%" height="10" className="mt-1 block rounded-full bg-sunken">
            <rect width={`${percentOf(count, most)}%`} height="10" rx="5" className="fill-brand-600" />
          </svg>
        </li>
      ))}
    </ol>
  )
}
