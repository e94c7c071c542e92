import { useRef, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { type MeasureKind, type Measurement, measures } from '#web/imaging/view/measure.ts'

/** A measurement and the picture that it was drawn on. */
export type Mark = Measurement & { frame: number }

/** One that is being drawn: the points that stand, and the one that still moves. */
export type Draft = { kind: MeasureKind; points: Point[]; moving: Point }

/** What was measured in a part, and what is being measured. */
export function useMarks() {
  const [marks, setMarks] = useState<Mark[]>([])
  const [draft, setDraft] = useState<Draft | null>(null)
  const next = useRef(1)

  function add(kind: MeasureKind, points: Point[], frame: number) {
    const id = next.current++
    setMarks((before) => [...before, { id, kind, points, frame }])
  }

  return {
    marks,
    draft,
    setDraft,
    /** The moving point stands from now on; the last one ends the measurement. Answers what is left to draw. */
    place(now: Draft, frame: number): Draft | null {
      const points = [...now.points, now.moving]
      const left = points.length < measures[now.kind] ? { ...now, points } : null
      if (!left) add(now.kind, points, frame)
      setDraft(left)
      return left
    },
    move(id: number, at: number, point: Point) {
      setMarks((before) =>
        before.map((mark) =>
          mark.id === id
            ? { ...mark, points: mark.points.map((one, index) => (index === at ? point : one)) }
            : mark,
        ),
      )
    },
    remove: (id: number) => setMarks((before) => before.filter((mark) => mark.id !== id)),
    clear: () => setMarks([]),
  }
}

export type Marks = ReturnType<typeof useMarks>

const names: Record<MeasureKind, string> = { length: 'Longitud', angle: 'Ángulo' }

/** 'Longitud 2': the second of its kind in the part. */
export function markName(marks: readonly Mark[], mark: Mark): string {
  const alike = marks.filter(({ kind }) => kind === mark.kind)
  return `${names[mark.kind]} ${alike.indexOf(mark) + 1}`
}
