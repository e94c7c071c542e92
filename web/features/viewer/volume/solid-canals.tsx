import { type Ref, useImperativeHandle, useState } from 'react'
import type { Vector } from '#web/imaging/types.ts'
import { canalSides } from '#web/imaging/volume/canal.ts'
import { projectedFigures } from '../stage/canal-figures.ts'
import { FigureView, paintFigure } from '../stage/figures.tsx'
import { noCanals } from '../stage/no-canals.ts'
import { sideNames } from '../stage/use-canals.ts'
import { useShared } from '../stage/use-shared.ts'
import type { Stage } from '../stage/use-stage-size.ts'
import { axesOfPose, onScreen, type SolidPose } from './solid-pose.ts'

export type SolidTubes = {
  turn(pose: SolidPose): void
  /** Draws them into a saved picture of the stage's size. */
  paint(context: CanvasRenderingContext2D): void
}

/** The canals over the view in 3D, seen through bone: the tube as thick as it is, in front of everything. */
export function SolidCanals({
  part,
  first,
  lengths,
  stage,
  ref,
}: {
  part: string
  /** How it is looked at until `turn` tells. */
  first: SolidPose
  /** How long the sides of the volume are. */
  lengths: Vector
  stage: Stage
  ref: Ref<SolidTubes>
}) {
  const [{ of }] = useShared(part, 'canals', noCanals)
  const [pose, setPose] = useState(first)

  function figures(width: number, height: number) {
    const project = (place: Vector) => {
      const { x, y } = onScreen(pose, lengths, width / height, place)
      return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height }
    }
    const { right } = axesOfPose(pose)
    return projectedFigures(of, project, project(right).x - project([0, 0, 0]).x)
  }

  useImperativeHandle(ref, () => ({
    turn: setPose,
    paint: (context) => {
      for (const figure of figures(stage.width, stage.height)) paintFigure(context, figure, stage.ratio)
    },
  }))
  const sides = canalSides.filter((side) => of[side]?.points.length)
  return (
    <>
      <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-hidden">
        {figures(stage.width / stage.ratio, stage.height / stage.ratio).map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew, without a state of their own.
          <FigureView key={at} {...figure} />
        ))}
      </svg>
      {sides.map((side) => (
        <p key={side} className="sr-only">
          {`Se ve el canal ${sideNames[side]}.`}
        </p>
      ))}
    </>
  )
}
