import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { formatChange } from '#domain/change.ts'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

type StatCardProps = {
  label: string
  /** Null while it is on its way. */
  value: number | string | null
  /** The longest value of its part, so that all numbers beside each other are as large. */
  longest?: string
  /** Said before the trend. */
  fact?: string
  /** A rounded percentage. */
  change?: number
  /** What the percentage compares, where it is not what the head of the screen says (copy/admin-lines.ts). */
  compared?: string
  /** More of it is neither good nor bad. */
  neutral?: boolean
  /** Leads to what is counted. */
  to?: To
  icon: ReactNode
  /** Something to do or to read more. */
  children?: ReactNode
}

/** For a link whose whole card, with `relative`, can be pressed. */
export const wholeCard =
  'outline-none after:absolute after:inset-0 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-700'

/** A number with its trend; with `to` the whole card leads on. In a grid the numbers of a row stand on one line. */
export function StatCard({
  label,
  value,
  longest,
  fact,
  change,
  compared,
  neutral = false,
  to,
  icon,
  children,
}: StatCardProps) {
  const shown = value === null ? '' : format(value)
  return (
    <div className="relative row-span-3 grid min-w-0 grid-cols-[1fr_auto] grid-rows-subgrid content-start gap-0.5 rounded-panel border border-line bg-surface p-3.5 shadow-1 has-[h2_a]:hover:bg-sunken sm:px-4.5 sm:py-4 rail:px-4">
      <h2 className="self-end text-meta font-semibold text-ink-2">
        {to ? (
          <Link to={to} relative="path" className={wholeCard}>
            {label}
          </Link>
        ) : (
          label
        )}
      </h2>
      <span aria-hidden className="hidden text-ink-3 sm:block rail:hidden">
        {icon}
      </span>
      <div className="@container col-span-full text-metric whitespace-nowrap tabular-nums">
        {value === null ? (
          <Skeleton className="h-[1lh] w-16" />
        ) : (
          <span style={{ fontSize: sizeFor(longest ?? shown) }}>{shown}</span>
        )}
      </div>
      <div className="col-span-full min-h-[2lh] text-meta text-ink-3">
        {fact && <p className="tabular-nums">{fact}</p>}
        {value === null ? (
          // A trend comes above what one can do.
          <p>&nbsp;</p>
        ) : (
          change !== undefined && <Change {...{ value: change, compared, neutral }} />
        )}
        {children}
      </div>
    </div>
  )
}

/** As large as so many digits fit the width of a card. */
const sizeFor = ({ length }: string) => `clamp(1.125rem, ${(178 / Math.max(length, 1)).toFixed(1)}cqi, 1em)`

const format = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('es-MX') : value)

function Change({
  value,
  compared,
  neutral,
}: {
  value: number
  compared: string | undefined
  neutral: boolean
}) {
  const Icon = value < 0 ? TrendingDown : TrendingUp
  const tone = neutral || value === 0 ? '' : value < 0 ? 'text-bad' : 'text-ok'
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      {value !== 0 && <Icon aria-hidden className={cx('size-4', tone)} />}
      <b className={cx('font-semibold', tone)}>{formatChange(value)}</b>
      {compared ? (
        <span className="basis-full">{compared}</span>
      ) : (
        <span className="sr-only">vs. el mes anterior</span>
      )}
    </p>
  )
}
