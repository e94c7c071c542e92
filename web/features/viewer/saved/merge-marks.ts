import type { Mark } from '../stage/use-marks.tsx'

/** A kept mark: by whom (null is one's own), and which version of it. */
export type KeptRow = { id: string; version: string; author: string | null }

/** What is on the screen of what is kept: the mark as it was taken from its row, or sent to it. */
export type KnownMarks = ReadonlyMap<string, { mark: Mark; version: string }>

/**
 * What is on the screen after the kept rows were read again: the newer one of a mark wins, what was removed elsewhere goes, and
 * what is not kept yet stays as it is. `take` makes the mark of a row, or null while that cannot be shown.
 */
export function mergeMarks<Row extends KeptRow>(
  shown: readonly Mark[],
  rows: readonly Row[],
  known: KnownMarks,
  { holds, take }: { holds: (id: string) => boolean; take: (row: Row) => Mark | null },
): { marks: readonly Mark[]; known: KnownMarks } {
  const kept = new Map(rows.map((row) => [row.id, row]))
  const next = new Map(known)
  const marks: Mark[] = []
  const isHere = new Set<string>()
  for (const mark of shown) {
    const row = kept.get(mark.id)
    isHere.add(mark.id)
    if (holds(mark.id) || (!row && !known.has(mark.id))) marks.push(mark)
    else if (!row) next.delete(mark.id)
    else if (known.get(mark.id)?.version === row.version) marks.push(mark)
    else marks.push(taken(row) ?? mark)
  }
  for (const row of rows) {
    // What is removed here, and is not told yet, stays away.
    if (isHere.has(row.id) || holds(row.id)) continue
    const mark = taken(row)
    if (mark) marks.push(mark)
  }
  return { marks: isSame(marks, shown) ? shown : marks, known: next }

  function taken(row: Row): Mark | null {
    const mark = take(row)
    if (mark) next.set(row.id, { mark, version: row.version })
    return mark
  }
}

const isSame = (one: readonly Mark[], other: readonly Mark[]) =>
  one.length === other.length && one.every((mark, at) => mark === other[at])

/** One's own marks that are not as they are kept, and those that are kept and were removed. */
export function changesOf(shown: readonly Mark[], known: KnownMarks): { changed: Mark[]; removed: Mark[] } {
  const isHere = new Set(shown.map(({ id }) => id))
  return {
    changed: shown.filter((mark) => mark.author === undefined && known.get(mark.id)?.mark !== mark),
    removed: [...known.values()].flatMap(({ mark }) =>
      mark.author === undefined && !isHere.has(mark.id) ? mark : [],
    ),
  }
}
