import { useState } from 'react'
import type { Jaw } from '#web/imaging/mesh/arrange.ts'
import { tintOf } from '#web/imaging/mesh/looks.ts'
import type { ViewName } from './pose.ts'
import type { Look } from './scene.ts'
import type { Scan } from './use-scans.ts'
import { inTheWay } from './views.ts'

/** How each scan is shown: at first whole, in the scanner's colours or a tint of its own. */
export function useLooks(scans: Scan[], jaws: Jaw[]) {
  const [looks, setLooks] = useState<Look[]>(() =>
    scans.map((_, i) => ({
      visible: true,
      opacity: 1,
      tint: tintOf(i),
      ownColors: true,
    })),
  )
  /** Scans hidden by a view; the next view shows them again. */
  const [aside, setAside] = useState<number[]>([])
  return {
    looks,
    change(index: number, part: Partial<Look>) {
      setLooks((before) => before.map((look, i) => (i === index ? { ...look, ...part } : look)))
      if (part.visible !== undefined) setAside((before) => before.filter((i) => i !== index))
    },
    toggleColors: () => setLooks((before) => before.map((look) => ({ ...look, ownColors: !look.ownColors }))),
    /** Hides the jaw that blocks a view; returns how scans are shown now, and which were hidden. */
    clearFor(view: ViewName): { looks: Look[]; hidden: number[] } {
      const wished = looks.map(({ visible }, i) => visible || aside.includes(i))
      const hidden = jaws.flatMap((jaw, i) => (wished[i] && inTheWay(view, jaw) ? [i] : []))
      const next = looks.map((look, i) => ({ ...look, visible: wished[i] === true && !hidden.includes(i) }))
      setLooks(next)
      setAside(hidden)
      return { looks: next, hidden }
    },
  }
}
