import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { listenToHands } from './gestures.ts'
import type { Pose } from './pose.ts'
import type { Look } from './scene.ts'
import { createView, type View } from './view.ts'

export type Stage = {
  holder: RefObject<HTMLDivElement | null>
  view: RefObject<View | null>
  /** 'none' where the browser has no WebGL, 'lost' while it keeps the graphics memory for itself. */
  state: 'ready' | 'none' | 'lost'
}

/** Scans on a canvas in `holder` for as long as the component is there. */
export function useView(
  scans: MeshData[],
  start: { turn: Pose['turn']; looks: Look[] },
  handlers: {
    onDrawn: (view: View) => void
    onTap: (view: View, spot: { x: number; y: number }) => void
    /** By hand, away from the view that was chosen. */
    onTurned: () => void
  },
): Stage {
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<View>(null)
  const [state, setState] = useState<Stage['state']>('ready')
  const drawn = useEffectEvent(() => view.current && handlers.onDrawn(view.current))
  const tapped = useEffectEvent(
    (spot: { x: number; y: number }) => view.current && handlers.onTap(view.current, spot),
  )
  const turned = useEffectEvent(() => handlers.onTurned())
  const begin = useEffectEvent((element: HTMLElement) =>
    createView(element, scans, start, {
      onDrawn: drawn,
      onLost: (lost) => setState(lost ? 'lost' : 'ready'),
    }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: other scans are another scene.
  useEffect(() => {
    const element = holder.current
    if (!element) return
    let made: View
    try {
      made = begin(element)
    } catch (failure) {
      console.warn('No WebGL.', failure instanceof Error ? failure.message : '')
      setState('none')
      return
    }
    view.current = made
    const stop = listenToHands(element, made, { onTap: tapped, onTurned: turned })
    return () => {
      stop()
      made.dispose()
      view.current = null
    }
  }, [scans])
  useEffect(() => view.current?.setLooks(start.looks), [start.looks])
  return { holder, view, state }
}
