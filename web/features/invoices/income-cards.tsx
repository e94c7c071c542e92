import { useQuery } from '@tanstack/react-query'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { IncomeFigures } from '#web/parts/income-figures.tsx'
import { incomeQuery } from '#web/queries/invoices.ts'
import { Card } from '#web/ui/panel.tsx'

/** What the doctor took in today, this week and this month, as the database adds it up. */
export function IncomeCards({ doctorId, today }: { doctorId: string; today: string }) {
  const { data, error, refetch } = useQuery(incomeQuery(doctorId, today))
  if (error && !data) {
    return (
      <Card className="mb-4 overflow-clip">
        <FailedLoad error={error} code="load_income" onRetry={refetch} />
      </Card>
    )
  }
  return <IncomeFigures income={data} today={today} />
}
