import type { GreyPicture } from '#web/imaging/types.ts'
import { type Shade, windowOf } from '#web/imaging/view/grey.ts'
import type { View } from '#web/imaging/view/view.ts'

/** Describes the stage for people who cannot see it: picture, window, zoom and rotation. */
export function describe(facts: {
  name: string
  noun: string
  frame: number
  count: number
  grey: GreyPicture | null
  shade: Shade
  inverted: boolean
  /** Null until a picture has a place on the stage. */
  view: View | null
  marks: number
}): string {
  const { name, noun, frame, count, grey, shade, inverted, view, marks } = facts
  return [
    name,
    count > 1 && `${noun} ${frame + 1} de ${count}`,
    grey && windowText(shade, grey),
    view && `Zoom ${zoomText(view)}`,
    view && view.turns > 0 && `Girada ${view.turns * 90}°`,
    view?.mirrored && 'Reflejada',
    inverted && 'Invertida',
    marks > 0 && (marks === 1 ? '1 medición' : `${marks} mediciones`),
  ]
    .filter(Boolean)
    .join('. ')
}

export function windowText(shade: Shade, picture: GreyPicture): string {
  if (shade.kind === 'table') return 'Tabla del archivo'
  const { center, width } = windowOf(shade, picture)
  const say = (value: number) => (Math.abs(value) < 10 ? Number(value.toFixed(1)) : Math.round(value))
  return `Nivel ${say(center)}, ancho ${say(width)}`
}

export const zoomText = (view: View) => `${Math.round(view.zoom * 100)} %`
