import { closestElement } from './closest-element.ts'

/** The hero's light box (viewer.tsx): each tab holds in its template what it shows, while something else is shown. */
export function liveViewer(): void {
  const list = document.querySelector<HTMLElement>('[role=tablist]')
  if (!list) return
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')]

  const choose = (chosen: HTMLElement) => {
    const before = tabs.find(isSelected)
    const next = chosen.querySelector('template')?.content.firstElementChild
    const shown = list.parentElement?.firstElementChild
    if (!next || !shown || chosen === before) return
    shown.replaceWith(next)
    before?.querySelector('template')?.content.append(shown)
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen))
      tab.tabIndex = tab === chosen ? 0 : -1
    }
  }

  list.addEventListener('click', ({ target }) => {
    const tab = closestElement(target, '[role=tab]')
    if (tab) choose(tab)
  })
  list.addEventListener('keydown', (event) => {
    const next = tabs[nextIndex(event.key, tabs.findIndex(isSelected), tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next)
    next.focus()
  })
}

function isSelected(tab: Element): boolean {
  return tab.getAttribute('aria-selected') === 'true'
}

/** The tab that an arrow key leads to, wrapping around the ends; undefined for other keys. */
function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
