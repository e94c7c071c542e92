import { addDays, longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { FreeStart } from '#web/backend/answers.ts'
import { freeStarts } from '#web/backend/appointment-link.ts'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { element } from './element.ts'

/** Days that are asked for at once. */
const days = 14
/** How often the starts are read anew while they are looked at, in milliseconds. */
const anew = 60_000

/**
 * The days and hours of which one is chosen. `lastDay` is the last that may be; `onPick` hears what stands chosen, null after
 * it was taken by somebody else; `onEnded` that the link has ended, `onFail` that the hours could not be read.
 */
export function createChooser(
  token: string,
  {
    firstDay,
    lastDay,
    onPick,
    onEnded,
    onFail,
  }: {
    firstDay: () => string
    lastDay: () => string
    onPick: (start: FreeStart | null) => void
    onEnded: () => void
    onFail: (failure: unknown) => void
  },
) {
  let pages = 1
  let byDay = new Map<string, FreeStart[]>()
  let shownDay = ''
  let picked: FreeStart | null = null
  let timer = 0
  let isOpen = false
  /** It was opened by a press, and its days are still to come. */
  let toShow = false

  function pick(start: FreeStart | null): void {
    picked = start
    press('hours', start?.time)
    onPick(start)
  }

  function showDay(day: string): void {
    shownDay = day
    press('days', day)
    element('hours').replaceChildren(
      ...(byDay.get(day) ?? []).map((start) => {
        const button = choice(start.time, formatTime(start.time))
        button.setAttribute('aria-label', `${longDay(day)}, ${formatTime(start.time)}`)
        button.addEventListener('click', () => pick(start))
        return button
      }),
    )
  }

  async function read(): Promise<void> {
    clearTimeout(timer)
    try {
      const from = Array.from({ length: pages }, (_, page) => addDays(firstDay(), page * days))
      const parts = await Promise.all(from.map((day) => freeStarts(token, day)))
      if (!isOpen) return
      const starts: FreeStart[] = []
      for (const part of parts) {
        if (part === null) return onEnded()
        starts.push(...part)
      }
      show(starts)
    } catch (failure) {
      if (isOpen) onFail(failure)
    }
    if (isOpen) timer = window.setTimeout(() => void read(), anew)
  }

  function show(starts: FreeStart[]): void {
    byDay = grouped(starts)
    element('looking').hidden = true
    element('none').hidden = byDay.size > 0
    element('days').replaceChildren(
      ...[...byDay].map(([day, { length }]) => {
        const button = choice(day, shortDay(day))
        const free = document.createElement('span')
        free.className = 'block text-chip font-normal'
        free.textContent = `Libres: ${length}`
        button.append(free)
        button.addEventListener('click', () => {
          pick(null)
          showDay(day)
          element('hours').scrollIntoView({ block: 'nearest' })
        })
        return button
      }),
    )
    element('more').hidden = addDays(firstDay(), pages * days) > lastDay()
    const still = starts.find(({ day, time }) => day === picked?.day && time === picked.time)
    showDay(byDay.has(shownDay) ? shownDay : (starts[0]?.day ?? ''))
    pick(still ?? null)
    if (toShow) element('chooser').scrollIntoView({ block: 'nearest' })
    toShow = false
  }

  element('more').addEventListener('click', () => {
    pages += 1
    void read()
  })
  document.addEventListener('visibilitychange', () => {
    if (isOpen && document.visibilityState === 'visible') void read()
  })

  return {
    /** `byPress`, it is shown and focused. */
    open({ byPress }: { byPress: boolean }) {
      isOpen = true
      toShow = byPress
      element('chooser').hidden = false
      element('looking').hidden = element('days').childElementCount > 0
      if (byPress) bringIntoView(element('chooser'), element('choose'))
      void read()
    },
    close() {
      isOpen = false
      clearTimeout(timer)
      element('chooser').hidden = true
      pick(null)
    },
    isOpen: () => isOpen,
    read,
  }
}

/** Marks the button of a value as the one that was chosen. */
function press(group: string, value: string | undefined): void {
  for (const button of element(group).querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.value === value))
}

function choice(value: string, words: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.value = value
  button.textContent = words
  button.className =
    'min-h-11 rounded-field border border-line bg-surface px-1 py-1.5 text-meta font-semibold tabular-nums transition hover:bg-sunken aria-pressed:border-brand-700 aria-pressed:bg-brand-700 aria-pressed:text-white'
  return button
}

/** 'lun 30 nov' */
function shortDay(day: string): string {
  const [weekday = '', number = '', , month = ''] = longDay(day).split(' ')
  return `${weekday.slice(0, 3)} ${number} ${month.slice(0, 3)}`
}

function grouped(starts: FreeStart[]): Map<string, FreeStart[]> {
  const byDay = new Map<string, FreeStart[]>()
  for (const start of starts) byDay.set(start.day, [...(byDay.get(start.day) ?? []), start])
  return byDay
}
