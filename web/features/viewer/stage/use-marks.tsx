import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import type { MeasureKind, Measurement } from '#web/imaging/view/measure.ts'
import type { Sheet } from './sheet.ts'

/** A measurement where it lies: its points are in the unit of its sheet. `spacing` is that of the picture it was drawn on. */
export type Mark = Measurement & { sheet: Sheet; spacing?: PixelSpacing }

export type Marks = {
  marks: readonly Mark[]
  add(mark: Omit<Mark, 'id'>): void
  /** One of its points elsewhere. */
  move(id: number, at: number, point: Point): void
  remove(ids: readonly number[]): void
}

const context = createContext<Marks | null>(null)

/** Keeps a study's measurements while it is open: a view finds its own again when it comes back. */
export function MarksOfStudy({ children }: { children: ReactNode }) {
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const next = useRef(1)
  const value = useMemo<Marks>(
    () => ({
      marks,
      add: (mark) => {
        const id = next.current++
        setMarks((before) => [...before, { ...mark, id }])
      },
      move: (id, at, point) =>
        setMarks((before) =>
          before.map((mark) =>
            mark.id === id
              ? { ...mark, points: mark.points.map((one, index) => (index === at ? point : one)) }
              : mark,
          ),
        ),
      remove: (ids) => setMarks((before) => before.filter(({ id }) => !ids.includes(id))),
    }),
    [marks],
  )
  return <context.Provider value={value}>{children}</context.Provider>
}

export function useMarks(): Marks {
  const marks = use(context)
  if (!marks) throw new Error('Marks are kept by MarksOfStudy')
  return marks
}

const names: Record<MeasureKind, string> = { length: 'Longitud', angle: 'Ángulo' }

/** 'Longitud 2': the second of its kind in the part, on whichever of its pictures. */
export function markName(marks: readonly Mark[], id: number): string {
  const mark = marks.find((one) => one.id === id)
  if (!mark) return ''
  const alike = marks.filter(({ kind, sheet }) => kind === mark.kind && sheet.part === mark.sheet.part)
  return `${names[mark.kind]} ${alike.indexOf(mark) + 1}`
}
