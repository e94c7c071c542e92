import { mayLoadUnasked } from '#web/hooks/device.ts'
import { cuts, heroVolume, planeOf, valueText } from '#web/site/hero-volume.ts'
import { closestElement } from './closest-element.ts'

/** Nobody touches anything and the light box stays in view for so long, in ms: then the volume may come by itself. */
const quiet = 3_000
/** A finger that has gone so far sideways wants to leaf, not to scroll; in CSS pixels. */
const sideways = 8

/**
 * The cuts of the hero's volume (hero-cuts.tsx) become sliders. What moves them, and the volume, comes when one is
 * touched; by itself only when nobody does anything and bytes cost nothing.
 */
export function liveVolume(): void {
  const box = document.querySelector<HTMLElement>('[data-volume]')
  if (!box) return
  for (const pane of box.querySelectorAll<HTMLElement>('[data-plane]')) beSlider(pane)
  box.append(hint())

  const comes = new AbortController()
  const { signal } = comes
  /** What a hand did before there was anybody to see it; a pointer's way with its last step only. */
  let missed: (PointerEvent | KeyboardEvent)[] = []
  let opening: Promise<void> | undefined
  const open = () => {
    opening ??= import('./volume/open.ts').then(({ openVolume }) => openVolume(box, missed))
    opening.then(
      () => comes.abort(),
      () => {
        // The still stays; the next touch tries again.
        opening = undefined
      },
    )
  }
  const on = <Sign extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
    sign: Sign,
    take: (event: HTMLElementEventMap[Sign]) => void,
  ) => box.addEventListener(sign, take, { signal })

  on('pointerdown', (event) => {
    missed = [event]
    if (event.pointerType !== 'touch' && event.button === 0) open()
  })
  on('pointermove', (event) => {
    const [from, ...rest] = missed
    if (!(from instanceof PointerEvent) || rest.at(-1)?.type === 'pointerup') return
    missed = [from, event]
    // A finger that goes up or down scrolls the page, which is no touch of the volume.
    if (event.pointerType === 'touch' && Math.abs(event.clientX - from.clientX) > sideways) open()
  })
  on('pointerup', (event) => {
    missed.push(event)
    if (event.pointerType === 'touch') open()
  })
  on('pointercancel', () => {
    missed = []
  })
  on('keydown', (event) => {
    if (!closestElement(event.target, '[data-plane]') || !isLeafing(event)) return
    missed = [event]
    open()
  })
  // Half a megabyte: twice what a phone loads on the whole way down the page.
  if (mayLoadUnasked()) whenQuiet(box, open, signal)
}

function beSlider(pane: HTMLElement): void {
  const plane = planeOf(pane)
  const { through } = cuts[plane]
  const values = {
    role: 'slider',
    tabindex: '0',
    'aria-label': `Corte ${plane}`,
    'aria-valuemin': '1',
    'aria-valuemax': String(heroVolume.size[through]),
    'aria-valuenow': String(heroVolume.start[through] + 1),
    'aria-valuetext': valueText(plane, heroVolume.start),
  }
  for (const [name, value] of Object.entries(values)) pane.setAttribute(name, value)
  pane.classList.add('cursor-crosshair')
}

/** A Tab that only passes by asks for nothing. */
const isLeafing = ({ key }: KeyboardEvent) => /^(?:Arrow|Page|Home|End)/.test(key)

/** Says what can be done here, until it was done. */
function hint(): HTMLElement {
  const text = document.createElement('p')
  const verb = matchMedia('(pointer: coarse)').matches ? 'Desliza' : 'Arrastra'
  text.textContent = `${verb} para recorrer el volumen`
  text.dataset.hint = ''
  text.className =
    'pointer-events-none absolute bottom-2 -translate-x-1/2 rounded-full bg-film-950/80 px-3 py-1 text-center text-tag transition in-data-moved:opacity-0'
  // Written here and not as classes, whose rules would come with the page.
  text.style.cssText = 'left: 30.75%; width: max-content; max-width: 58%'
  return text
}

function whenQuiet(box: HTMLElement, then: () => void, signal: AbortSignal): void {
  let isSeen = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(waiting)
    if (isSeen && !signal.aborted) waiting = setTimeout(then, quiet)
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      isSeen = entry?.isIntersecting ?? false
      wait()
    },
    { threshold: 0.5 },
  )
  observer.observe(box)
  for (const sign of ['scroll', 'pointerdown', 'keydown'])
    addEventListener(sign, wait, { passive: true, signal })
  signal.addEventListener('abort', () => observer.disconnect())
}
