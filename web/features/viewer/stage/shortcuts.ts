/** What the keyboard does while the image, or something beside it, has the focus. */
const ids = {
  c: 'cross',
  w: 'window',
  m: 'pan',
  l: 'length',
  a: 'angle',
  p: 'probe',
  g: 'region',
  t: 'note',
  n: 'canal',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'real',
  r: 'turn',
  h: 'mirror',
  i: 'invert',
  f: 'full',
  s: 'save',
  k: 'key',
  j: 'panel',
  x: 'reset',
  '?': 'help',
} as const
export type ShortcutId = (typeof ids)[keyof typeof ids]
const byKey: Record<string, ShortcutId> = ids

/** What a key asks for; null for one that means nothing here, or is held with Control, Alt or Command. */
export function shortcutOf(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}): ShortcutId | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return byKey[event.key.toLowerCase()] ?? null
}

/** Whether a key was pressed in a dialog, which has keys of its own. */
export const isInDialog = (target: EventTarget) =>
  target instanceof Element && target.closest('[role=dialog]') !== null

/** The key of a tool, for its tooltip. */
export function keyOf(id: ShortcutId): string | undefined {
  return Object.keys(byKey)
    .find((key) => byKey[key] === id)
    ?.toUpperCase()
}

/** How far an arrow key moves a picture, in CSS pixels. */
export const nudge = 40

/** Which way an arrow key points, in pictures' directions. */
export function arrowOf(key: string): { x: number; y: number } | null {
  if (key === 'ArrowLeft') return { x: -1, y: 0 }
  if (key === 'ArrowRight') return { x: 1, y: 0 }
  if (key === 'ArrowUp') return { x: 0, y: -1 }
  return key === 'ArrowDown' ? { x: 0, y: 1 } : null
}
