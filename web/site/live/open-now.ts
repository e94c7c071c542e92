import { dayInZone, timeInZone, weekday } from '#domain/days.ts'
import { openWords, unpackHours } from '#domain/open-now.ts'
import { dayNames } from '#domain/week-draft.ts'

/** How often the line is written anew, in ms. */
const again = 30_000

/**
 * Says in the lines of place.tsx whether the clinic is open now and until when, by its own clock, and marks today's hours below them;
 * without a script they stay empty.
 */
export function liveOpenNow(): void {
  const head = document.querySelector<HTMLElement>('[data-hours]')
  const { hours, zone } = head?.dataset ?? {}
  if (!head || !hours || !zone) return
  const known = unpackHours(hours)
  const lines = head.querySelectorAll('p')
  const show = () => {
    const now = new Date()
    const day = dayInZone(now, zone)
    const { open, state, change } = openWords({ day, time: timeInZone(now, zone) }, known)
    head.toggleAttribute('data-open', open)
    for (const [index, words] of [state, change].entries()) {
      const line = lines[index]
      if (line && line.textContent !== words) line.textContent = words
    }
    // A day that is closed or opened out of turn is unlike its week.
    const unlike = known.closures.some(({ first_day, last_day }) => first_day <= day && day <= last_day)
    for (const row of head.nextElementSibling?.children ?? []) {
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
