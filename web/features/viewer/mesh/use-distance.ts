import { useState } from 'react'
import type { Vector3 } from 'three'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { distance, millimetres, placeAt, spotOf } from './measure.ts'
import type { View } from './view.ts'

type Spot = { x: number; y: number }

/** Two points on the model and how far apart they are; `say` is told what to read aloud. */
export function useDistance(say: (words: string) => void) {
  const [measuring, setMeasuring] = useState(false)
  const [marks, setMarks] = useState<Vector3[]>([])
  const [spots, setSpots] = useState<Spot[]>([])

  function put(view: View | null, next: Vector3[]) {
    setMarks(next)
    setSpots(view ? next.map((mark) => spotOf(view, mark)) : [])
  }

  return {
    measuring,
    spots,
    length: distance(marks),
    toggle() {
      setMeasuring(!measuring)
      put(null, [])
      say(measuring ? 'Medida terminada.' : 'Marca dos puntos del modelo.')
    },
    clear: () => put(null, []),
    /** The model moved: the points go with it. */
    follow(view: View) {
      if (marks.length > 0) put(view, marks)
    },
    /** Marks the place under a spot of the screen; the third one starts over. */
    mark(view: View, shown: MeshData[], spot: Spot) {
      const place = placeAt(view, shown, spot)
      if (!place) {
        say('Ahí no hay modelo: marca un punto sobre él.')
        return
      }
      const next = marks.length === 1 ? [...marks, place] : [place]
      put(view, next)
      const length = distance(next)
      say(length === undefined ? 'Primer punto. Marca el segundo.' : `Distancia: ${millimetres(length)}.`)
    },
  }
}
