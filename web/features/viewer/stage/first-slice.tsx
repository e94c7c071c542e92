import { type ReactNode, useEffect, useRef } from 'react'
import type { GreyPicture } from '#web/imaging/types.ts'
import { ownShade } from '#web/imaging/view/grey.ts'
import { fitted, matrixOf } from '#web/imaging/view/view.ts'
import { createPainter, drawOnStage } from './paint.ts'
import { extentOf } from './shown.ts'
import { useStageSize } from './use-stage-size.ts'

/** A slice of a series, while the others are on their way: `children` say how far they are. */
export function FirstSlice({
  picture,
  label,
  children,
}: {
  picture: GreyPicture
  /** What it is; read aloud. */
  label: string
  children: ReactNode
}) {
  const ground = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useStageSize(ground)
  useEffect(() => {
    const context = canvas.current?.getContext('2d', { alpha: false })
    if (!context || !canvas.current || stage.width === 0) return
    canvas.current.width = stage.width
    canvas.current.height = stage.height
    const extent = extentOf(picture)
    const view = fitted(extent, stage)
    drawOnStage(
      context,
      createPainter()(picture, ownShade(picture), false),
      matrixOf(view, extent, stage),
      stage,
    )
  }, [picture, stage])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div ref={ground} className="relative min-h-0 flex-1">
        <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
      </div>
      <div className="border-t border-film-800 bg-film-900 px-4 py-3 text-meta text-film-ink-2">
        {children}
      </div>
    </div>
  )
}
