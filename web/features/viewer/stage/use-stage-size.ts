import { type RefObject, useLayoutEffect, useState } from 'react'

export type Stage = {
  /** Pixels of the screen. */
  width: number
  height: number
  /** How many of them are one of CSS. */
  ratio: number
}

/** The stage's size in screen pixels, so that its canvas is as sharp as the screen. */
export function useStageSize(ref: RefObject<HTMLElement | null>): Stage {
  const [stage, setStage] = useState<Stage>({ width: 0, height: 0, ratio: 1 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => {
      const { width, height } = element.getBoundingClientRect()
      const ratio = window.devicePixelRatio || 1
      const next = { width: Math.round(width * ratio), height: Math.round(height * ratio), ratio }
      setStage((before) =>
        before.width === next.width && before.height === next.height && before.ratio === ratio
          ? before
          : next,
      )
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return stage
}
