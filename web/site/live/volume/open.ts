import {
  crossPaths,
  cuts,
  heroVolume,
  type Place,
  type Plane,
  placeText,
  planeOf,
  valueText,
} from '#web/site/hero-volume.ts'
import { fetchVoxels } from './fetch-voxels.ts'
import { hands } from './hands.ts'
import { painter } from './painter.ts'

type Pane = { element: HTMLElement; plane: Plane; paint?: (place: Place) => void; shown?: number }

/** What a hand did before the volume was there; it is shown as soon as it is. */
let held:
  | { take: ReturnType<typeof hands>; reset: () => void; show: (voxels: Uint8Array) => void }
  | undefined

/**
 * Loads the volume and shows it in the place of its still. What a hand has done already (`missed`), or does while the
 * volume is on its way, counts as soon as it is there. Throws when it does not come; the still is then as it was.
 */
export async function openVolume(box: HTMLElement, missed: (PointerEvent | KeyboardEvent)[]): Promise<void> {
  if (!held) {
    held = wake(box)
    for (const sign of missed) held.take(sign)
  }
  const line = progressLine()
  box.append(line)
  box.setAttribute('aria-busy', 'true')
  try {
    const voxels = await fetchVoxels((part) => line.style.setProperty('scale', `${part} 1`))
    held.show(voxels)
  } catch (problem) {
    held.reset()
    throw problem
  } finally {
    line.remove()
    box.removeAttribute('aria-busy')
  }
}

function wake(box: HTMLElement): NonNullable<typeof held> {
  const panes: Pane[] = [...box.querySelectorAll<HTMLElement>('[data-plane]')].map((element) => ({
    element,
    plane: planeOf(element),
  }))
  let place: Place = heroVolume.start
  let isMoved = false
  let isDue = false

  const draw = () => {
    isDue = false
    for (const pane of panes) drawPane(pane, place)
  }
  const isShown = () => panes.every(({ paint }) => paint)
  const drawSoon = () => {
    if (isDue || !isShown()) return
    isDue = true
    requestAnimationFrame(draw)
    if (isMoved) box.dataset.moved = ''
  }
  const take = hands(
    box,
    () => place,
    (to) => {
      if (to.every((value, axis) => value === place[axis])) return
      place = to
      isMoved = true
      drawSoon()
    },
  )
  return {
    take,
    reset: () => {
      place = heroVolume.start
      isMoved = false
    },
    show: (voxels) => {
      for (const pane of panes) {
        const canvas = pane.element.querySelector('canvas')
        if (!canvas) throw new Error('A cut has no canvas')
        pane.paint = painter(canvas, voxels, pane.plane)
      }
      drawSoon()
    },
  }
}

/** Only a cut that leafed is painted again; its cross follows those of the others. */
function drawPane(pane: Pane, place: Place): void {
  const { element, plane } = pane
  const at = place[cuts[plane].through]
  if (pane.shown !== at) {
    pane.shown = at
    pane.paint?.(place)
    const text = element.querySelector('span')
    if (text) text.textContent = placeText(plane, place)
    element.setAttribute('aria-valuenow', String(at + 1))
    element.setAttribute('aria-valuetext', valueText(plane, place))
  }
  const { vertical, horizontal } = crossPaths(plane, place)
  const [first, second] = element.querySelectorAll('path')
  first?.setAttribute('d', vertical)
  second?.setAttribute('d', horizontal)
}

/** A thin line along the lower edge that grows while the volume comes. The page has no classes of what comes later. */
function progressLine(): HTMLElement {
  const line = document.createElement('div')
  line.dataset.progress = ''
  line.style.cssText =
    'position:absolute;inset:auto 0 0;height:2px;background:var(--color-signal);transform-origin:left;scale:0 1;pointer-events:none'
  return line
}
