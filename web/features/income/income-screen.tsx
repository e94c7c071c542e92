import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { Link } from 'react-router'
import { lines } from '#web/copy/admin-lines.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { IncomeFigures } from '#web/parts/payments/income-figures.tsx'
import { systemIncomeQuery } from '#web/queries/admin-income.ts'
import { invoiceKeys } from '#web/queries/invoices.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DoctorIncomes } from './doctor-incomes.tsx'
import { InvoiceList, useInvoices } from './invoice-list.tsx'
import { useIncomeFilters } from './use-income-filters.ts'

/** 'Ingresos del Sistema': what the clinic took in, every invoice, and each doctor's part, live (docs/product/admin.md). */
export function IncomeScreen() {
  const today = useClinicToday()
  const filters = useIncomeFilters()
  const invoices = useInvoices(filters)
  const client = useQueryClient()
  useLive('invoices', '', () => void client.invalidateQueries({ queryKey: invoiceKeys.all }))
  return (
    <>
      <PageHeader
        title="Ingresos del Sistema"
        description={lines.income}
        primary={
          <Link to={`../${adminPaths.cashCut}`} relative="path" className={buttonStyle('secondary')}>
            <Calculator aria-hidden className="size-5" />
            Corte de caja
          </Link>
        }
      />
      <IncomeFigures query={useQuery(systemIncomeQuery(today))} today={today} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <InvoiceList filters={filters} query={invoices} today={today} />
        {/* It would be read, and pushed away by the rows above it. */}
        <div hidden={isOnItsWay(invoices)}>
          <DoctorIncomes filters={filters} />
        </div>
      </div>
    </>
  )
}
