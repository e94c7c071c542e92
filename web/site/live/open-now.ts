import { dayInZone, timeInZone, weekday } from '#domain/days.ts'
import { openWords, unpackHours } from '#domain/open-now.ts'
import { dayNames } from '#domain/week-draft.ts'

/** How often the line is written anew, in ms. */
const again = 30_000

/**
 * Says in the line of place.tsx whether the clinic is open now, by its own clock, and marks today's hours below it; without a script
 * the line stays empty.
 */
export function liveOpenNow(): void {
  const line = document.querySelector<HTMLElement>('[data-hours]')
  const { hours, zone } = line?.dataset ?? {}
  if (!line || !hours || !zone) return
  const known = unpackHours(hours)
  const show = () => {
    const now = new Date()
    const day = dayInZone(now, zone)
    const { open, words } = openWords({ day, time: timeInZone(now, zone) }, known)
    line.toggleAttribute('data-open', open)
    if (line.textContent !== words) line.textContent = words
    // A day that is closed or opened out of turn is unlike its week.
    const unlike = known.closures.some(({ first_day, last_day }) => first_day <= day && day <= last_day)
    for (const row of line.parentElement?.nextElementSibling?.children ?? []) {
      const marked = !unlike && tellsOf(row.firstElementChild?.textContent, (weekday(day) + 6) % 7)
      for (const name of ['font-semibold', 'text-ink']) row.classList.toggle(name, marked)
    }
  }
  show()
  setInterval(show, again)
}

/** Whether words such as 'Lunes a sábado' (domain/week-words.ts) mean that day, 0 Monday to 6 Sunday. */
function tellsOf(words = '', day: number): boolean {
  const names: readonly string[] = dayNames
  const said = words.toLowerCase().split(/ [ay] /)
  const [from = 7, to = from] = said.map((name) => names.indexOf(name))
  return from >= 0 && from <= day && day <= to
}
