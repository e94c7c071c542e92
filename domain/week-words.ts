import { dayNames, type WeekRow } from './week-draft.ts'

/** Days that are open alike: 'Lunes a sábado', with their hours as HH:mm. */
export type DaysInWords = { days: string; windows: { opens: string; closes: string }[] }

/** A week in words, Monday first: days that follow each other with the same hours stand together; closed ones do not stand. */
export function weekInWords(week: readonly WeekRow[]): DaysInWords[] {
  const runs: { from: number; to: number; windows: DaysInWords['windows'] }[] = []
  for (const day of dayNames.keys()) {
    const windows = week
      .filter(({ weekday }) => weekday === day + 1)
      .map(({ opens, closes }) => ({ opens: opens.slice(0, 5), closes: closes.slice(0, 5) }))
      .sort((a, b) => a.opens.localeCompare(b.opens))
    const last = runs.at(-1)
    if (last?.to === day - 1 && JSON.stringify(last.windows) === JSON.stringify(windows)) last.to = day
    else runs.push({ from: day, to: day, windows })
  }
  return runs
    .filter(({ windows }) => windows.length > 0)
    .map(({ from, to, windows }) => ({ days: daysInWords(from, to), windows }))
}

function daysInWords(from: number, to: number): string {
  const [first = '', last = ''] = [dayNames[from], dayNames[to]]
  const words = from === to ? first : `${first} ${to === from + 1 ? 'y' : 'a'} ${last}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
