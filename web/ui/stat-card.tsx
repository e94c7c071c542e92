import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatChange } from '#domain/change.ts'
import { Skeleton } from './skeleton.tsx'

type StatCardProps = {
  label: string
  /** Null while it is on its way. */
  value: number | string | null
  /** A rounded percentage against the month before. */
  change?: number
  icon: ReactNode
  /** Something to do or to read more. */
  children?: ReactNode
}

/** A number with its trend. */
export function StatCard({ label, value, change, icon, children }: StatCardProps) {
  return (
    <div className="grid min-w-0 grid-cols-[1fr_auto] content-start gap-0.5 rounded-panel border border-line bg-surface p-3.5 shadow-1 sm:px-4.5 sm:py-4">
      <h2 className="text-meta font-semibold text-ink-2">{label}</h2>
      <span aria-hidden className="hidden text-ink-3 sm:block">
        {icon}
      </span>
      <div className="col-span-full text-metric tabular-nums">
        {value === null ? <Skeleton className="my-1 h-7 w-16" /> : format(value)}
      </div>
      <div className="col-span-full min-h-5 text-meta text-ink-3">
        {value !== null && change !== undefined && <Change value={change} />}
        {children}
      </div>
    </div>
  )
}

const format = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('es-MX') : value)

function Change({ value }: { value: number }) {
  const Icon = value < 0 ? TrendingDown : TrendingUp
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      {value !== 0 && <Icon aria-hidden className={value < 0 ? 'size-4 text-bad' : 'size-4 text-ok'} />}
      <b
        className={
          value < 0 ? 'font-semibold text-bad' : value > 0 ? 'font-semibold text-ok' : 'font-semibold'
        }
      >
        {formatChange(value)}
      </b>
      <span>vs. el mes anterior</span>
    </p>
  )
}
