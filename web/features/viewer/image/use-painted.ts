import { type RefObject, useEffect, useRef } from 'react'
import type { Shade } from '#web/imaging/view/grey.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import { createPainter, drawOnStage, type Painter } from './paint.ts'
import type { Shown } from './shown.ts'
import type { Stage } from './use-stage-size.ts'

/** Keeps a canvas as large as its stage and draws on it when something about the picture changed. Answers the painter, for saved pictures. */
export function usePainted(
  canvas: RefObject<HTMLCanvasElement | null>,
  {
    shown,
    shade,
    inverted,
    matrix,
    stage,
  }: {
    shown: Shown | null
    shade: Shade
    inverted: boolean
    matrix: Matrix
    stage: Stage
  },
): Painter {
  const painter = useRef<Painter | null>(null)
  useEffect(() => {
    if (!shown || stage.width === 0) return
    const next = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d', { alpha: false })
      if (!context || !canvas.current) return
      if (canvas.current.width !== stage.width) canvas.current.width = stage.width
      if (canvas.current.height !== stage.height) canvas.current.height = stage.height
      painter.current ??= createPainter()
      drawOnStage(context, painter.current(shown, shade, inverted), matrix, stage)
    })
    return () => cancelAnimationFrame(next)
  }, [canvas, shown, shade, inverted, matrix, stage])
  return (...picture) => {
    painter.current ??= createPainter()
    return painter.current(...picture)
  }
}
