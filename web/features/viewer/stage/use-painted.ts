import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Shade } from '#web/imaging/view/grey.ts'
import { type Matrix, scaled } from '#web/imaging/view/view.ts'
import { createPainter, drawOnStage, type Painter } from './paint.ts'
import type { Shown } from './shown.ts'
import type { Stage } from './use-stage-size.ts'

/**
 * While a finger drags or somebody leafs, a dense screen is drawn with this many times
 * fewer pixels per side, to keep up; sharp again when it rests. A picture whose own pixels are much larger, as those of a
 * preview on a phone, is as sharp with them, and takes a quarter of the memory.
 */
const coarser = 2
/** So many pixels of the screen for one of the picture, per side, are more than it needs. */
const enough = 2 * coarser
/** Pictures that follow one another within this many ms are leafed through. */
const quick = 250

/** Keeps a canvas as large as its stage and draws on it when something about the picture changed. Answers the painter, for saved pictures. */
export function usePainted(
  canvas: RefObject<HTMLCanvasElement | null>,
  {
    shown,
    shade,
    inverted,
    matrix,
    stage,
    dragging,
  }: {
    shown: Shown | null
    shade: Shade
    inverted: boolean
    matrix: Matrix
    stage: Stage
    dragging: boolean
  },
): Painter {
  const painter = useRef<Painter | null>(null)
  const leafing = useLeafing(shown)
  const isCoarse = dragging || leafing || Math.hypot(matrix.a, matrix.b) >= enough
  const factor = isCoarse && stage.ratio >= coarser ? coarser : 1
  useEffect(() => {
    if (!shown || stage.width === 0) return
    const next = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d', { alpha: false })
      if (!context || !canvas.current) return
      const size = { width: Math.round(stage.width / factor), height: Math.round(stage.height / factor) }
      if (canvas.current.width !== size.width) canvas.current.width = size.width
      if (canvas.current.height !== size.height) canvas.current.height = size.height
      painter.current ??= createPainter()
      drawOnStage(context, painter.current(shown, shade, inverted), scaled(matrix, 1 / factor), size)
    })
    return () => cancelAnimationFrame(next)
  }, [canvas, shown, shade, inverted, matrix, stage, factor])
  return (...picture) => {
    painter.current ??= createPainter()
    return painter.current(...picture)
  }
}

function useLeafing(shown: Shown | null): boolean {
  const [leafing, setLeafing] = useState(false)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!shown) return
    const now = performance.now()
    setLeafing(now - last.current < quick)
    last.current = now
    const timer = setTimeout(() => setLeafing(false), quick)
    return () => clearTimeout(timer)
  }, [shown])
  return leafing
}
