import { type CsvCell, csvByteOrderMark, csvLine } from '#domain/csv.ts'
import { formatDay } from '#domain/days.ts'
import { editablePrice, toCentavos } from '#domain/money.ts'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { hourRows } from './hours.ts'
import { monthName, weekdayNames } from './names.ts'
import type { KnownNoShows } from './use-no-shows.ts'

/** What the screen shows as one CSV: each part with its own head, an empty line between them (docs/product/admin.md). */
export function analyticsCsv(data: AdminAnalytics, noShows: KnownNoShows | undefined, today: string): string {
  const parts: CsvCell[][][] = [
    [['Analíticas al', formatDay(today)]],
    [
      ['Métrica', 'Valor', 'Cambio contra el mes anterior (%)'],
      ['Total de Usuarios', data.users.total, data.users.change],
      ['Total de Citas', data.appointments.total, data.appointments.change],
      ['Estudios Realizados', data.studies.total, data.studies.change],
      ['Promedio Diario de Citas', data.daily_average.value, data.daily_average.change],
    ],
    [
      ['Estudio Más Solicitado', 'Citas'],
      ...(data.most_requested ? [[data.most_requested.study_type, data.most_requested.count]] : []),
    ],
    [['Doctores Más Ocupados', 'Citas'], ...data.busiest.map(({ name, count }) => [name, count])],
    [
      ['Mes', 'Ingresos', 'Citas'],
      ...data.months.map(({ month, income, appointments }) => [
        monthName(month),
        editablePrice(toCentavos(income)),
        appointments,
      ]),
    ],
    [['Hora', ...weekdayNames], ...hourRows(data.hours).map(({ hour, days }) => [hour, ...days])],
    [
      ['Tipo de Estudio', 'Cantidad'],
      ...data.study_types.map(({ study_type, count }) => [study_type, count]),
    ],
    ...(noShows ? noShowParts(noShows) : []),
  ]
  return csvByteOrderMark + parts.map((lines) => lines.map(csvLine).join('')).join('\r\n')
}

function noShowParts({ now, before }: KnownNoShows): CsvCell[][][] {
  return [
    [
      ['Inasistencias', 'Citas', 'No asistieron'],
      ...[now, before].map(({ month, total, missed }) => [monthName(month), total, missed]),
    ],
    [
      ['Doctor que refiere', 'Citas', 'No asistieron'],
      ...now.referrers.map(({ name, total, missed }) => [name, total, missed]),
    ],
  ]
}
