import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { lines, trendNote } from '#web/copy/admin-lines.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { RefreshButton } from '#web/parts/lists/refresh-button.tsx'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { analyticsQuery } from '#web/queries/analytics.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { saveText } from '#web/ui/save-file.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { analyticsCsv } from './analytics-csv.ts'
import { Busiest } from './busiest.tsx'
import { HourChart } from './hour-chart.tsx'
import { MetricCards } from './metric-cards.tsx'
import { MonthChart } from './month-chart.tsx'
import { MostRequested } from './most-requested.tsx'
import { NoShowsPanel } from './no-shows.tsx'
import { TypeChart } from './type-chart.tsx'
import { useNoShows } from './use-no-shows.ts'

/** 'Analíticas': how the clinic is doing, to look at, to read, to print and to take along (docs/product/admin.md). */
export function AnalyticsScreen() {
  const today = useClinicToday()
  const { data, error, refetch } = useQuery(analyticsQuery())
  return (
    <>
      <div className="printed-screen mb-6 hidden print:block">
        <Letterhead>
          <p className="text-card">Analíticas</p>
          <p className="mt-1 tabular-nums">Al {formatDay(today)}</p>
        </Letterhead>
        <p className="mt-4 text-[9pt]/[1.4] text-ink-2">{trendNote}</p>
      </div>
      <div className="no-print">
        <PageHeader
          title="Analíticas"
          description={lines.analytics(today)}
          tools={<RefreshButton queryKey={analyticsQuery().queryKey} code="load_analytics" />}
          menu={[
            {
              label: 'Imprimir',
              icon: <Printer aria-hidden className="size-5" />,
              disabled: !data,
              onPick: () => window.print(),
            },
          ]}
          primary={<Export data={data} today={today} />}
        />
      </div>
      {error && !data ? (
        <Card className="overflow-clip">
          <FailedLoad error={error} code="load_analytics" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <MetricCards data={data} today={today} />
          {data ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
              <div className="flex flex-col gap-4">
                <MostRequested data={data} />
                <Busiest data={data} className="grow" />
              </div>
              <HourChart hours={data.hours} />
              <NoShowsPanel today={today} className="lg:col-span-2" />
              <MonthChart months={data.months} className="lg:col-span-2" />
              <TypeChart types={data.study_types} className="lg:col-span-2" />
            </div>
          ) : (
            <Card className="overflow-clip">
              <SkeletonRows rows={6} />
            </Card>
          )}
        </>
      )}
    </>
  )
}

function Export({ data, today }: { data: AdminAnalytics | undefined; today: string }) {
  const { data: noShows } = useNoShows(today)
  return (
    <Button
      variant="primary"
      disabled={!data}
      icon={<Download aria-hidden className="size-5" />}
      onClick={() => {
        if (!data) return
        saveText('analiticas_export.csv', 'text/csv', analyticsCsv(data, noShows, today))
        toast({ title: 'Éxito', description: 'Datos de analíticas exportados.' })
      }}
    >
      Exportar
    </Button>
  )
}
