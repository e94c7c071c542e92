import { dayInZone, timeInZone } from '#domain/days.ts'
import { openWords, unpackHours } from '#domain/open-now.ts'

/** How often the line is written anew, in ms. */
const again = 30_000

/** Says in the line of place.tsx whether the clinic is open now, by its own clock; without a script there is no line. */
export function liveOpenNow(): void {
  const line = document.querySelector<HTMLElement>('[data-hours]')
  const { hours, zone } = line?.dataset ?? {}
  if (!line || !hours || !zone) return
  const known = unpackHours(hours)
  const show = () => {
    const now = new Date()
    const { open, words } = openWords({ day: dayInZone(now, zone), time: timeInZone(now, zone) }, known)
    line.toggleAttribute('data-open', open)
    line.hidden = false
    if (line.textContent !== words) line.textContent = words
  }
  show()
  setInterval(show, again)
}
