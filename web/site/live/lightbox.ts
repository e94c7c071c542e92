import { wrapped } from '#web/site/wrap.ts'
import { closestElement } from './closest-element.ts'

/** Pixels that a finger must travel sideways to turn the page. */
const swipeLength = 50
const largePicture = 'h-auto max-h-[90vh] w-auto max-w-full rounded-card'

/**
 * A click on a card's image shows it full screen (lightbox.tsx); with several, arrows, arrow keys
 * and swipes wrap around the ends. Escape closes, and the focus returns to what opened it.
 */
export function liveLightbox(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-lightbox]')
  const figure = dialog?.querySelector('figure')
  const caption = figure?.querySelector('figcaption')
  const ground = figure?.parentElement
  const counter = dialog?.querySelector('[role=status]')
  if (!dialog || !figure || !caption || !ground || !counter) return
  let links: HTMLAnchorElement[] = []
  let index = 0
  let opener: HTMLElement | undefined
  let swipeStart: number | undefined

  const show = (at: number) => {
    const link = links[at]
    const image = link?.lastElementChild
    if (!link || !image) return
    index = at
    figure.replaceChildren(enlarged(image), caption)
    caption.hidden = link.dataset.real !== undefined
    counter.textContent = `${at + 1} de ${links.length}`
  }
  const turn = (step: number) => show(wrapped(index, step, links.length))

  // The cards are beside it, now or later.
  dialog.parentElement?.addEventListener('click', (event) => {
    const link = closestElement(event.target, '[data-carousel] a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    opener = link
    links = [...(link.closest('ul')?.querySelectorAll('a') ?? [])]
    for (const part of dialog.querySelectorAll<HTMLElement>('[data-several]')) part.hidden = links.length < 2
    show(links.findIndex((one) => one.isSameNode(link)))
    // A modal dialog of the browser keeps the focus inside and closes with Escape by itself.
    dialog.showModal()
  })
  dialog.addEventListener('click', ({ target }) => {
    const button = closestElement(target, '[data-turn]')
    if (button) turn(Number(button.dataset.turn))
    // Beside the image, a click closes, as everybody tries first.
    else if (closestElement(target, '[data-close]') || target === ground) dialog.close()
  })
  dialog.addEventListener('close', () => {
    figure.replaceChildren(caption)
    opener?.focus()
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  })
  ground.addEventListener('pointerdown', ({ clientX }) => {
    swipeStart = clientX
  })
  ground.addEventListener('pointerup', ({ clientX }) => {
    const from = swipeStart
    swipeStart = undefined
    if (from === undefined || Math.abs(clientX - from) < swipeLength) return
    turn(clientX < from ? 1 : -1)
  })
}

/** The same picture for the whole screen, wanted at once. */
function enlarged(small: Element): Node {
  const large = small.cloneNode(true)
  if (!(large instanceof HTMLElement)) return large
  for (const source of [large, ...large.querySelectorAll('source, img')]) {
    if (source.hasAttribute('sizes')) source.setAttribute('sizes', '100vw')
    if (!(source instanceof HTMLImageElement)) continue
    source.className = largePicture
    source.fetchPriority = 'high'
    // The box is drawn without waiting for the picture.
    source.decoding = 'async'
    source.loading = 'eager'
  }
  return large
}
