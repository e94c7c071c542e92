import { newId } from '#web/backend/ids.ts'
import type { Point } from '#web/imaging/types.ts'
import { type Matrix, toStage } from '#web/imaging/view/view.ts'
import { type Figure, pathThrough, signal } from './figures.tsx'
import type { InstrumentPane } from './instruments.ts'
import { extentOf, spacingOf } from './shown.ts'
import { type Drawings, markName, type NoteKind, useMarks } from './use-marks.tsx'
import { useMeasuring } from './use-measuring.ts'
import { useShared } from './use-shared.ts'

/** An arrow has its tip and the place of its words. */
const counts: Record<NoteKind, number> = { arrow: 2, point: 1, text: 1 }
/** Letters of a line of words. */
const lineLength = 40
/** How wide a letter is at most, in CSS pixels: what stands at the right edge is moved in by it. */
const letter = 7.5

/** 'Nota': an arrow, a point or words on the picture. They are kept as measurements are. */
export function useNotes({ hand, picture, on, matrix, stage }: InstrumentPane) {
  const { part } = on.sheet
  const all = useMarks()
  const [kind] = useShared(part, 'noteKind', 'arrow')
  const [, choose] = useShared(part, 'note', null)
  const marks: Omit<Drawings<NoteKind>, 'marks'> & Pick<typeof all, 'marks'> = {
    ...all,
    add(note) {
      const id = newId()
      all.change((before) => [...before, { ...note, id }])
      choose(id)
    },
    move(id, at, place) {
      all.move(id, at, place)
      choose(id)
    },
  }
  const drawing = useMeasuring({
    marks,
    counts,
    kind: hand === 'note' ? kind : null,
    on,
    spacing: spacingOf(picture),
    extent: extentOf(picture),
    matrix,
    stage,
  })
  const here = drawing.here.map((note) => ({
    ...note,
    said: [markName(all.marks, note.id), note.label, note.author].filter(Boolean).join(': '),
  }))

  const { draft } = drawing
  /** Where words begin, so that they end on the stage. */
  function inside(x: number, lines: readonly string[], ratio: number): number {
    const longest = Math.max(0, ...lines.map(({ length }) => length)) * letter
    return Math.max(4 * ratio, Math.min(x, (stage.width / stage.ratio - longest) * ratio))
  }
  function figures(to: Matrix, ratio: number): Figure[] {
    const begun = draft && {
      kind: draft.kind,
      points: [...draft.points, draft.moving],
      label: null,
      author: undefined,
    }
    return [...here, ...(begun ? [begun] : [])].map(({ kind, points, label, author }) => {
      const places = points.map((point) => toStage(to, point))
      const [tip = { x: 0, y: 0 }, end = tip] = places
      const lines = [...linesOf(label ?? ''), ...(author ? [author] : [])]
      return {
        path: paths[kind](tip, end, ratio),
        line: signal,
        dashed: author !== undefined,
        words: { at: { x: inside(end.x + 10 * ratio, lines, ratio), y: end.y - 8 * ratio }, lines },
      }
    })
  }
  return { ...drawing, here, figures }
}

const paths: Record<NoteKind, (tip: Point, end: Point, ratio: number) => string> = {
  arrow(tip, end, ratio) {
    const [across, down] = [end.x - tip.x, end.y - tip.y]
    const long = Math.hypot(across, down)
    if (long === 0) return ''
    const [x, y] = [(across / long) * 12 * ratio, (down / long) * 12 * ratio]
    const barbs = [-0.5, 0.5].map((side) => ({ x: tip.x + x - y * side, y: tip.y + y + x * side }))
    return pathThrough([end, tip]) + barbs.map((barb) => pathThrough([tip, barb])).join('')
  },
  point({ x, y }, _, ratio) {
    const [near, far] = [3 * ratio, 10 * ratio]
    const across = `M${x - far} ${y}H${x - near}M${x + near} ${y}H${x + far}`
    return `${across}M${x} ${y - far}V${y - near}M${x} ${y + near}V${y + far}`
  },
  text: ({ x, y }, _, ratio) => `M${x} ${y - 2 * ratio}l${8 * ratio} ${-4 * ratio}`,
}

/** Words in lines of at most forty letters, broken between words where they can be. */
export function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < lineLength)
      lines[lines.length - 1] = `${last} ${word}`
    else if (word) lines.push(word)
  }
  return lines
}
