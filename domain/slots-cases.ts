import type { ClinicHours, Closure, HoursRow } from './clinic-hours.ts'
import agendas from './slots.cases.json' with { type: 'json' }

const kinds = ['cierre', 'ausencia', 'apertura'] as const

/** Hours, and what they mean for one day: `windows` as '09:30-14:00 16:00-18:30'. `doctorId` is a short name. */
export type DayCase = { name: string; hours: ClinicHours; day: string; windows: string }

/** `slots.cases.json`: days whose hours are known, for whoever computes them (`clinic-hours.test.ts`, tests/policies). */
export const dayCases: readonly DayCase[] = agendas.flatMap(({ name, weeks, closures, days }) => {
  const known = {
    week: entriesOf<Record<string, string[] | undefined>>(weeks).flatMap(([who, week]) => rowsOf(who, week)),
    closures: closures.map(closureOf),
  }
  return entriesOf<Record<string, string | undefined>>(days).flatMap(([who, asked]) =>
    entriesOf<string>(asked).map(([day, windows]) => ({
      name,
      hours: { doctorId: doctorOf(who), ...known },
      day,
      windows,
    })),
  )
})

function entriesOf<Value>(record: Record<string, Value | undefined>): [string, Value][] {
  return Object.entries(record).flatMap(([key, value]): [string, Value][] =>
    value === undefined ? [] : [[key, value]],
  )
}

function doctorOf(who: string): string | null {
  return who === 'clinic' ? null : who
}

function rowsOf(who: string, week: Record<string, string[] | undefined>): HoursRow[] {
  return entriesOf<string[]>(week).flatMap(([weekday, windows]) =>
    windows.map((window) => {
      const [opens = '', closes = ''] = window.split('-')
      return { doctor_id: doctorOf(who), weekday: Number(weekday), opens, closes }
    }),
  )
}

function closureOf(found: (typeof agendas)[number]['closures'][number]): Closure {
  const kind = kinds.find((known) => known === found.kind)
  if (!kind) throw new Error(`${found.kind} is no kind of closure`)
  return {
    doctor_id: doctorOf(found.who),
    kind,
    first_day: found.from,
    last_day: found.to,
    opens: 'opens' in found ? (found.opens ?? null) : null,
    closes: 'closes' in found ? (found.closes ?? null) : null,
    label: 'label' in found ? (found.label ?? null) : null,
  }
}
