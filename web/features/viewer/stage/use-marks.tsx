import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { newId } from '#web/backend/ids.ts'
import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import { type Measured, type MeasureKind, type Measurement, measures } from '#web/imaging/view/measure.ts'
import type { Sheet } from './sheet.ts'

/** What is written on a picture, beside what is measured. */
export type NoteKind = 'arrow' | 'point' | 'text'
export type MarkKind = MeasureKind | NoteKind

/**
 * A measurement or a note where it lies: its points are in the unit of its sheet. `spacing` is that of the picture it was drawn on, and
 * `pixel` how long a pixel of it is in that unit.
 */
export type Mark<Kind = MarkKind> = Omit<Measurement, 'kind'> & {
  kind: Kind
  sheet: Sheet
  spacing?: PixelSpacing
  pixel?: Point
  /** The words of a note. */
  label?: string | null
  /** What was measured when it was saved. */
  stored?: Measured
  /** The colleague whose it is; nobody else changes it. */
  author?: string
}

/** What a change is made with: a point, and the picture that it was made on. */
export type Place = { point: Point } & Pick<Mark, 'spacing' | 'pixel'>

/** What is drawn on sheets, and how that changes. */
export type Drawings<Kind> = {
  marks: readonly Mark<Kind>[]
  add(mark: Omit<Mark<Kind>, 'id'>): void
  /** One of its points elsewhere. */
  move(id: string, at: number, place: Place): void
  remove(ids: readonly string[]): void
}

export type Marks = Drawings<MarkKind> & {
  /** All of them, for what keeps them. */
  change(next: (marks: readonly Mark[]) => readonly Mark[]): void
}

const context = createContext<Marks | null>(null)

/** Keeps a study's measurements and notes while it is open: a view finds its own again when it comes back. */
export function MarksOfStudy({ children }: { children: ReactNode }) {
  const [marks, change] = useState<readonly Mark[]>([])
  const value = useMemo<Marks>(
    () => ({
      marks,
      change,
      add: (mark) => change((before) => [...before, { ...mark, id: newId() }]),
      move: (id, at, { point, ...on }) =>
        change((before) =>
          before.map((mark) =>
            mark.id === id
              ? {
                  ...mark,
                  ...on,
                  stored: undefined,
                  points: mark.points.map((one, index) => (index === at ? point : one)),
                }
              : mark,
          ),
        ),
      remove: (ids) => change((before) => before.filter(({ id, author }) => author || !ids.includes(id))),
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

export const isMeasured = (mark: Mark): mark is Mark<MeasureKind> => mark.kind in measures

const names: Record<MarkKind, string> = {
  length: 'Longitud',
  angle: 'Ángulo',
  arrow: 'Flecha',
  point: 'Punto',
  text: 'Texto',
}

/** 'Longitud 2': the second of its kind in the part, on whichever of its pictures. */
export function markName(marks: readonly Mark[], id: string): string {
  const mark = marks.find((one) => one.id === id)
  if (!mark) return ''
  const alike = marks.filter(({ kind, sheet }) => kind === mark.kind && sheet.part === mark.sheet.part)
  return `${names[mark.kind]} ${alike.indexOf(mark) + 1}`
}
