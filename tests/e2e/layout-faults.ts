/**
 * Runs in the page: lists what cannot be pressed or read at the current window width, a line each. Measures
 * only the open dialog if there is one. Must be self-contained, because it is sent to the browser as text.
 */
export async function findLayoutFaults(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const found = new Set<string>()
  const page = document.documentElement
  const slack = 1
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')]
  const root = dialogs.at(-1) ?? document.body

  // Nothing moves while this runs: what many ask of one element is asked of the browser once.
  const once = <Answer>(ask: (element: Element) => Answer) => {
    const known = new Map<Element, Answer>()
    return (element: Element) => {
      const answer = known.has(element) ? known.get(element) : ask(element)
      known.set(element, answer as Answer)
      return answer as Answer
    }
  }
  const boxOf = once((element) => element.getBoundingClientRect())
  const styleOf = once((element) => {
    const style = getComputedStyle(element)
    const { position, transform, overflowX, overflowY, textOverflow, display, font } = style
    const { paddingLeft, paddingRight } = style
    return {
      position,
      transform,
      overflowX,
      overflowY,
      textOverflow,
      display,
      font,
      paddingLeft,
      paddingRight,
    }
  })
  const isSeen = once((element) => {
    const { width, height } = boxOf(element.closest('.sr-only') ?? element)
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  })
  // A drawing's className is no text.
  const nameOf = (element: Element) => element.getAttribute('class') || element.tagName
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)

  /** The first ancestor that clips this box, or the window; what can be scrolled to counts as visible. */
  const cutBy = (element: Element, box: DOMRect, ellipsis: boolean): string | null => {
    let { left, right, top, bottom } = box
    let position = styleOf(element).position
    for (let above = element.parentElement; above && position !== 'fixed'; above = above.parentElement) {
      const style = styleOf(above)
      const skipped = position === 'absolute' && style.position === 'static' && style.transform === 'none'
      if (skipped) continue
      position = style.position
      const edge = boxOf(above)
      if (['auto', 'scroll'].includes(style.overflowX)) {
        left = edge.left
        right = edge.right
      } else if (style.overflowX !== 'visible') {
        const shortened = ellipsis && style.textOverflow === 'ellipsis'
        if (shortened) return null
        if (left < edge.left - slack || right > edge.right + slack) return nameOf(above)
      }
      if (['auto', 'scroll'].includes(style.overflowY)) {
        top = edge.top
        bottom = edge.bottom
      } else if (style.overflowY !== 'visible' && !ellipsis) {
        if (top < edge.top - slack || bottom > edge.bottom + slack) return nameOf(above)
      }
    }
    return left < -slack || right > page.clientWidth + slack ? 'the window' : null
  }

  const sideways = page.scrollWidth - page.clientWidth
  if (sideways > 0) found.add(`scrolls sideways by ${sideways} px`)

  const pressable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=gridcell][tabindex]'
  const named = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent
    return `${element.tagName.toLowerCase()} «${short(name || element.id || nameOf(element))}»`
  }
  const pressables = [...root.querySelectorAll(pressable)].filter(
    (element) => isSeen(element) && !element.closest('[inert]'),
  )
  for (const element of pressables) {
    const by = cutBy(element, boxOf(element), false)
    if (by) found.add(`cut off by ${short(by)}: ${named(element)}`)
  }

  /** Where a finger may press for it: itself, what it puts over its surroundings, and the labels of a field. */
  const areaOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const boxes = [element, ...labels].map((part): { width: number; height: number } => boxOf(part))
    const over = getComputedStyle(element, '::after')
    if (over.position === 'absolute' && over.content !== 'none')
      boxes.push({ width: Number.parseFloat(over.width), height: Number.parseFloat(over.height) })
    return {
      width: Math.max(...boxes.map(({ width }) => width)),
      height: Math.max(...boxes.map(({ height }) => height)),
    }
  }
  const inRunningText = (element: Element) =>
    styleOf(element).display === 'inline' &&
    (element.parentElement?.textContent?.trim() ?? '') !== (element.textContent?.trim() ?? '')
  if (matchMedia('(pointer: coarse)').matches) {
    for (const element of pressables) {
      const { width, height } = areaOf(element)
      if ((width < 43.5 || height < 43.5) && !inRunningText(element)) {
        found.add(`${Math.round(width)} x ${Math.round(height)} px for a finger: ${named(element)}`)
      }
    }
  }

  /** What must not be broken: numbers, dates, amounts, times and folios with their signs, and words. */
  const pieces =
    /[A-Z]{2,4}-\d{4,}|(?<![\p{L}\d_])[$+−-]*\d(?:[\d.,:/]*\d)?%?(?![\p{L}\d_])|[\p{L}\p{M}\p{N}_]+/gu
  const range = document.createRange()
  const linesOf = (node: Text, start: number, end: number) => {
    range.setStart(node, start)
    range.setEnd(node, end)
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
    const first = boxes[0]
    const isOne = !first || boxes.every(({ top, bottom }) => top < first.bottom && bottom > first.top)
    return { boxes, isOne, width: boxes.reduce((sum, { width }) => sum + width, 0) }
  }
  /** A word must not be broken while the screen has room for it. */
  const roomOf = (element: Element) =>
    Math.min(page.clientWidth, element.closest('main, [role=dialog], footer')?.clientWidth ?? 9999) - 80

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement
    const text = node.nodeValue ?? ''
    if (!(node instanceof Text) || !parent || text.trim() === '' || !isSeen(parent)) continue
    if (parent.closest('option, script, style, noscript, textarea')) continue
    const { boxes, isOne } = linesOf(node, 0, text.length)
    if (boxes.length === 0) continue
    const left = Math.min(...boxes.map((box) => box.left))
    const right = Math.max(...boxes.map((box) => box.right))
    const cut = cutBy(parent, new DOMRect(left, boxes[0]?.top ?? 0, right - left, 1), true)
    const isShort = styleOf(parent).textOverflow === 'ellipsis' && styleOf(parent).overflowX !== 'visible'
    if (cut && !isShort) found.add(`text cut off by ${short(cut)}: «${short(text)}»`)
    const button = parent.closest('a[href], button')
    if (button && styleOf(button).display.endsWith('flex') && styleOf(parent).position !== 'absolute') {
      const { left: from, right: to } = boxOf(button)
      const { paddingLeft, paddingRight } = styleOf(button)
      // A narrow window may take some of the air around a word, not most of it.
      const isTight =
        left < from + Number.parseFloat(paddingLeft) / 2 - slack ||
        right > to - Number.parseFloat(paddingRight) / 2 + slack
      if (isTight) found.add(`text at the edge of its button: ${named(button)}`)
    }
    let block: Element = parent
    while (block.parentElement && /^(inline|contents)$/.test(styleOf(block).display))
      block = block.parentElement
    const edge = boxOf(block)
    if (!isShort && !parent.closest('svg') && (left < edge.left - 2 || right > edge.right + 2)) {
      found.add(`sticks out of its place: «${short(text)}»`)
    }
    if (isOne) continue
    for (const { 0: piece, index } of text.matchAll(pieces)) {
      const { isOne, width } = linesOf(node, index, index + piece.length)
      if (!isOne && (/\d/.test(piece[0] ?? '') || width <= roomOf(parent))) {
        found.add(`«${piece}» is broken in «${short(text)}»`)
      }
    }
  }

  const pen = document.createElement('canvas').getContext('2d')
  for (const field of root.querySelectorAll('select')) {
    if (!isSeen(field) || !pen) continue
    const { font, paddingLeft, paddingRight } = styleOf(field)
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const chosen = field.selectedOptions[0]?.text ?? ''
    if (pen.measureText(chosen).width > room + slack) found.add(`choice cut off: «${short(chosen)}»`)
  }
  for (const field of root.querySelectorAll('input[placeholder]')) {
    if (!(field instanceof HTMLInputElement) || !pen || field.value !== '' || !isSeen(field)) continue
    if (getComputedStyle(field, '::placeholder').color === 'rgba(0, 0, 0, 0)') continue
    const { font, paddingLeft, paddingRight } = styleOf(field)
    pen.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (pen.measureText(field.placeholder).width > room + slack)
      found.add(`placeholder cut off: «${field.placeholder}»`)
  }
  // A time ends with its own full stop.
  for (const [words] of root.textContent?.matchAll(/.{0,30}[ap]\.\s?m\.\./g) ?? [])
    found.add(`two full stops: '${short(words)}'`)
  return [...found]
}
