import { isUuid } from '#domain/contact.ts'
import { isDay } from '#domain/days.ts'
import { useListState } from '#web/hooks/list-state.ts'

/** The filters of invoices and doctors' sums, in the address; an invalid day or id counts as none. */
export function useIncomeFilters() {
  const list = useListState(['desde', 'hasta', 'doctor'], { fecha: 'payment_date', monto: 'total_amount' })
  const { desde, hasta, doctor } = list.filters
  return {
    list,
    from: isDay(desde) ? desde : '',
    to: isDay(hasta) ? hasta : '',
    doctor: isUuid(doctor) ? doctor : '',
  }
}

export type IncomeFilters = ReturnType<typeof useIncomeFilters>
