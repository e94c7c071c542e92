import { orbit, type Pose, pan, roll, zoom } from './pose.ts'

/** A press of an arrow: radians, or parts of the picture. */
const turnBy = Math.PI / 18
const moveBy = 0.1
const zoomBy = 1.25
const quarter = Math.PI / 2
const middle = { x: 0, y: 0 }

/** What keys do while the model or its tools have the focus. */
export const keyWords: { keys: string[]; does: string }[] = [
  { keys: ['← ↑ → ↓'], does: 'Girar el modelo (con Mayús, moverlo)' },
  { keys: ['1', '2', '3...'], does: 'Vistas, en el orden de sus botones' },
  { keys: ['+'], does: 'Acercar' },
  { keys: ['-'], does: 'Alejar' },
  { keys: ['0'], does: 'Ajustar a la pantalla' },
  { keys: ['R'], does: 'Girar la imagen 90°' },
  { keys: ['L'], does: 'Medir una distancia' },
  { keys: ['Intro'], does: 'Al medir: marcar el punto del centro' },
  { keys: ['Esc'], does: 'Al medir: borrar los puntos' },
  { keys: ['C'], does: 'Colores del escáner' },
  { keys: ['S'], does: 'Guardar la imagen como PNG' },
  { keys: ['?'], does: 'Ver estos atajos' },
]

export type MeshAction =
  | 'in'
  | 'out'
  | 'fit'
  | 'turn'
  | 'measure'
  | 'escape'
  | 'list'
  | 'colors'
  | 'save'
  | 'help'

const actions: Record<string, MeshAction> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  r: 'turn',
  l: 'measure',
  escape: 'escape',
  c: 'colors',
  s: 'save',
  '?': 'help',
}

/** What a key asks for; undefined for one that means nothing here. */
export const actionOf = (key: string): MeshAction | undefined => actions[key.toLowerCase()]

const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How an arrow moves the model; undefined for other keys. */
export function arrowMove(key: string, shift: boolean): ((pose: Pose) => Pose) | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const [right, down] = arrow
  return (pose) =>
    shift ? pan(pose, right * moveBy, down * moveBy) : orbit(pose, right * turnBy, down * turnBy)
}

/** The moves behind buttons and keys; `whole` as in `zoom`. */
export const moves = {
  in: (whole: number) => (pose: Pose) => zoom(pose, zoomBy, middle, whole),
  out: (whole: number) => (pose: Pose) => zoom(pose, 1 / zoomBy, middle, whole),
  turn: () => (pose: Pose) => roll(pose, quarter),
}
