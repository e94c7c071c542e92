/** What the keyboard does while the image, or something beside it, has the focus. */
export const shortcuts = [
  { id: 'window', keys: ['W'], does: 'Brillo y contraste: arrastra sobre la imagen' },
  { id: 'pan', keys: ['M'], does: 'Mover la imagen' },
  { id: 'length', keys: ['L'], does: 'Medir una longitud' },
  { id: 'angle', keys: ['A'], does: 'Medir un ángulo' },
  { id: 'cross', keys: ['C'], does: 'En un volumen: mover la cruz que enlaza los cortes' },
  { id: 'move', keys: ['← ↑ → ↓'], does: 'Mover la imagen, o el punto al medir (con Mayús, más lejos)' },
  { id: 'place', keys: ['Intro'], does: 'Al medir: poner el punto' },
  { id: 'escape', keys: ['Esc'], does: 'Al medir: dejar de dibujar' },
  { id: 'remove', keys: ['Supr'], does: 'Borrar la medición del punto enfocado' },
  { id: 'in', keys: ['+'], does: 'Acercar' },
  { id: 'out', keys: ['-'], does: 'Alejar' },
  { id: 'fit', keys: ['0'], does: 'Ajustar a la pantalla' },
  { id: 'real', keys: ['1'], does: 'Tamaño real (1:1)' },
  { id: 'turn', keys: ['R'], does: 'Girar 90°' },
  { id: 'mirror', keys: ['H'], does: 'Reflejar' },
  { id: 'invert', keys: ['I'], does: 'Invertir blanco y negro' },
  { id: 'frames', keys: ['Re Pág', 'Av Pág'], does: 'Imagen anterior y siguiente' },
  { id: 'ends', keys: ['Inicio', 'Fin'], does: 'Primera y última imagen' },
  { id: 'full', keys: ['F'], does: 'Pantalla completa' },
  { id: 'save', keys: ['S'], does: 'Guardar la imagen como PNG' },
  { id: 'panel', keys: ['J'], does: 'Abrir o cerrar los ajustes' },
  { id: 'reset', keys: ['X'], does: 'Restablecer la vista' },
  { id: 'help', keys: ['?'], does: 'Ver estos atajos' },
] as const

export type ShortcutId = (typeof shortcuts)[number]['id']

const byKey: Record<string, ShortcutId> = {
  c: 'cross',
  w: 'window',
  m: 'pan',
  l: 'length',
  a: 'angle',
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
  j: 'panel',
  x: 'reset',
  '?': 'help',
}

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
  return shortcuts.find((one) => one.id === id)?.keys[0]
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
