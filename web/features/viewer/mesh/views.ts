import type { Arrangement } from '#web/imaging/mesh/arrange.ts'
import type { ViewName } from './pose.ts'

export type ViewChoice = { name: ViewName; label: string }

/** The views that a study has, in the order of their keys 1, 2, 3...: the front, chewing surfaces of the jaws that are there, the sides. */
export function viewsOf({ jaws }: Arrangement): ViewChoice[] {
  const both = jaws.includes('upper') && jaws.includes('lower')
  const occlusal: ViewChoice[] = both
    ? [
        { name: 'occlusal-upper', label: 'Oclusal superior' },
        { name: 'occlusal-lower', label: 'Oclusal inferior' },
      ]
    : [{ name: jaws.includes('upper') ? 'occlusal-upper' : 'occlusal-lower', label: 'Oclusal' }]
  return [
    { name: 'front', label: 'Frontal' },
    ...occlusal,
    { name: 'right', label: 'Lateral derecha' },
    { name: 'left', label: 'Lateral izquierda' },
  ]
}

/** Whether the opposite jaw would block this view. */
export function inTheWay(view: ViewName, jaw: 'upper' | 'lower'): boolean {
  return (view === 'occlusal-upper' && jaw === 'lower') || (view === 'occlusal-lower' && jaw === 'upper')
}
