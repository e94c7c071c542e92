import { useQuery } from '@tanstack/react-query'
import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { DoctorIncome } from '#web/backend/answers.ts'
import { ListRows } from '#web/parts/lists/list-rows.tsx'
import { incomeByDoctorQuery } from '#web/queries/admin-income.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { IncomeFilters } from './use-income-filters.ts'

const shownAtFirst = 10

/** What each doctor took in between the chosen days, the highest first; a name limits the invoices to that doctor. */
export function DoctorIncomes({ filters: { list, from, to, doctor } }: { filters: IncomeFilters }) {
  const query = useQuery(incomeByDoctorQuery(from || null, to || null))
  const [all, setAll] = useState(false)
  return (
    <Panel
      title="Ingresos por Doctor"
      aside={<p className="text-meta text-ink-3 tabular-nums">{rangeWords(from, to)}</p>}
    >
      <ListRows
        query={query}
        code="load_income"
        Icon={Stethoscope}
        empty="No hay ingresos en estas fechas."
        skeleton={<SkeletonRows rows={4} />}
      >
        {(rows) => (
          <>
            <ol className="divide-y divide-line">
              {rows.slice(0, all ? rows.length : shownAtFirst).map((row) => (
                <DoctorRow
                  key={row.doctor_id}
                  row={row}
                  most={rows[0]?.total ?? 0}
                  isChosen={row.doctor_id === doctor}
                  onChoose={() => list.setFilter('doctor', row.doctor_id === doctor ? '' : row.doctor_id)}
                />
              ))}
            </ol>
            {!all && rows.length > shownAtFirst && (
              <Button variant="ghost" className="m-2" onClick={() => setAll(true)}>
                Ver {rows.length - shownAtFirst} más
              </Button>
            )}
          </>
        )}
      </ListRows>
    </Panel>
  )
}

function DoctorRow({
  row: { name, total, count },
  most,
  isChosen,
  onChoose,
}: {
  row: DoctorIncome
  most: number
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <li className="px-4.5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <button
          type="button"
          aria-pressed={isChosen}
          title={isChosen ? 'Ver los recibos de todos los doctores' : `Ver solo los recibos de ${name}`}
          className="touch-target min-w-0 text-left font-semibold wrap-break-word text-brand-700 underline-offset-4 hover:underline aria-pressed:underline"
          onClick={onChoose}
        >
          {name}
        </button>
        <p className="ml-auto text-right whitespace-nowrap tabular-nums">
          <span className="text-meta text-ink-3">
            {count.toLocaleString('es-MX')} {count === 1 ? 'recibo' : 'recibos'}
            {'\u00a0· '}
          </span>
          <b className="font-semibold">{formatMoney(toCentavos(total))}</b>
        </p>
      </div>
      <svg aria-hidden width="100%" height="6" className="mt-1 block rounded-full bg-sunken">
        <rect
          width={`${most > 0 ? (total / most) * 100 : 0}%`}
          height="6"
          rx="3"
          className="fill-brand-600"
        />
      </svg>
    </li>
  )
}

function rangeWords(from: string, to: string): string {
  if (from && to) return `Del ${formatDay(from)} al ${formatDay(to)}`
  if (from) return `Desde el ${formatDay(from)}`
  return to ? `Hasta el ${formatDay(to)}` : 'Todas las fechas'
}
