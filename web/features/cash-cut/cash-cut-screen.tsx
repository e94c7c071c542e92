import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { dayBounds, isDay } from '#domain/days.ts'
import { useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { DoctorFilter, useDoctorName } from '#web/parts/lists/doctor-filter.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { cashCutQuery, laterPaymentsQuery } from '#web/queries/admin-income.ts'
import { invoiceKeys } from '#web/queries/invoices.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CashCutSheet } from './cash-cut-sheet.tsx'

/** 'Corte de caja': what was paid on one day by each method, for the whole clinic or one doctor, on one page (docs/product/admin.md). */
export function CashCutScreen() {
  const today = useClinicToday()
  const { filters, setFilter } = useListState(['dia', 'doctor'])
  const day = isDay(filters.dia) ? filters.dia : today
  const doctor = isUuid(filters.doctor) ? filters.doctor : ''
  const query = useQuery(cashCutQuery(day, doctor || null))
  const name = useDoctorName(doctor)
  const { to: end } = dayBounds(day, useClinicZone())
  const { data: later = 0 } = useQuery({
    ...laterPaymentsQuery(day, end, doctor || null),
    enabled: day < today,
  })
  const client = useQueryClient()
  useLive('invoices', '', () => void client.invalidateQueries({ queryKey: invoiceKeys.all }))
  return (
    <PrintSheet
      label="Corte de caja"
      back={
        <Link to=".." relative="path" className={buttonStyle()}>
          <ArrowLeft aria-hidden className="size-5" />
          Volver
        </Link>
      }
      controls={
        <>
          <DayFilter label="Día" value={day} today={today} onChange={(chosen) => setFilter('dia', chosen)} />
          <DoctorFilter value={doctor} onChange={(id) => setFilter('doctor', id)} />
        </>
      }
    >
      <Loaded query={query} code="load_income" skeleton={<SkeletonRows rows={6} />}>
        {(cut) => (
          <CashCutSheet
            cut={cut}
            day={day}
            later={day < today ? later : 0}
            whose={doctor ? (name ?? 'El doctor elegido') : 'Todos los doctores'}
          />
        )}
      </Loaded>
    </PrintSheet>
  )
}
