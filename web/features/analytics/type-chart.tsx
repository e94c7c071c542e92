import type { AdminAnalytics } from '#web/backend/answers.ts'
import { Bars } from './bars.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { countOf, shareOf } from './names.ts'

/** The studies that were done by their type, the most frequent first. */
export function TypeChart({
  types,
  className,
}: {
  types: AdminAnalytics['study_types']
  className?: string
}) {
  return (
    <ChartPanel
      title="Estudios por tipo"
      className={className}
      empty={types.length > 0 ? null : 'Todavía no hay estudios.'}
      table={typeTable(types)}
    >
      <Bars lines={types.map(({ study_type, count }) => ({ key: study_type, name: study_type, count }))} />
    </ChartPanel>
  )
}

function typeTable(types: AdminAnalytics['study_types']) {
  const all = types.reduce((sum, { count }) => sum + count, 0)
  return {
    caption: 'Estudios por tipo',
    heads: ['Tipo de estudio', 'Cantidad', 'Parte'],
    rows: types.map(({ study_type, count }) => [study_type, countOf(count), shareOf(count, all)]),
  }
}
