import { closestElement } from './closest-element.ts'

/**
 * The images of a study (carousel.tsx) move by finger or with two buttons; link,
 * label and buttons follow. Listens on the page, so that cards added later work too.
 */
export function liveCarousels(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closestElement(target, '[data-step]')
    const track = button?.closest('[data-carousel]')?.querySelector('ul')
    if (track) track.scrollTo({ left: track.clientWidth * (currentOf(track) + Number(button?.dataset.step)) })
  })
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const frame = target instanceof HTMLUListElement ? target.closest('[data-carousel]') : null
      if (frame && target instanceof HTMLUListElement) follow(frame, currentOf(target))
    },
    { capture: true, passive: true },
  )
}

function currentOf(track: HTMLElement): number {
  return track.clientWidth > 0 ? Math.round(track.scrollLeft / track.clientWidth) : 0
}

function follow(frame: Element, current: number): void {
  const links = [...frame.querySelectorAll('a')]
  if (links[current]?.tabIndex === 0) return
  for (const [index, link] of links.entries()) link.tabIndex = index === current ? 0 : -1
  const label = frame.querySelector<HTMLElement>('[data-label]')
  if (label) label.hidden = links[current]?.dataset.real !== undefined
  const [previous, next] = frame.querySelectorAll<HTMLButtonElement>('[data-step]')
  if (!previous || !next) return
  const focused = document.activeElement
  previous.disabled = current === 0
  next.disabled = current === links.length - 1
  // A button that gets disabled loses the focus: pass it to its neighbour.
  if (previous.disabled && focused === previous) next.focus()
  if (next.disabled && focused === next) previous.focus()
}
