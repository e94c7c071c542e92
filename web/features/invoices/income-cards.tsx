import { useQuery } from '@tanstack/react-query'
import { incomeQuery } from '#web/data/invoices.ts'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { IncomeFigures } from '#web/ui/income-figures.tsx'
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
