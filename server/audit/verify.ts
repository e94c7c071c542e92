import type { Database } from '#server/base/database.ts'
import { createSealHash, digestOf, lineOf, readMarks, type SealFacts, type TrailRow } from './canonical.ts'
import { compareNotes } from './compare-notes.ts'
import type { Seal } from './seal.ts'
import { changedReports } from './signed-reports.ts'
import { readSeals, readTrail } from './stored.ts'

type TrailReport = {
  /** Lines covered by a seal, and lines that wait for one. */
  sealed: number
  unsealed: number
  seals: number
  newest: Seal | undefined
  findings: number
  /** Whether there were notes outside of the database to compare with. */
  compared: boolean
}

type VerifyOptions = {
  database: Database
  /** The notes (`audit-seals.log`). */
  notes: string
  /** Each finding as it comes, in Spanish. */
  tell: (finding: string) => void
  onProgress?: (rows: number) => void
}

/**
 * Reads the whole trail and its seals from one snapshot and recomputes every hash outside of the database, also that of every
 * signed report against the line of its signature.
 * Keeps one seal in memory at a time.
 */
export async function verifyTrail(options: VerifyOptions): Promise<TrailReport> {
  return options.database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    // So that a function planted under a built-in's name is never called.
    await tx.query('set local search_path = pg_catalog')
    const report: TrailReport = {
      sealed: 0,
      unsealed: 0,
      seals: 0,
      newest: undefined,
      findings: 0,
      compared: false,
    }
    const tell = (finding: string) => {
      report.findings += 1
      options.tell(finding)
    }
    const rows = createPeek(readTrail(tx))
    const notes = compareNotes(options.notes, tell)
    let before: SealFacts | undefined
    for await (const seal of readSeals(tx)) {
      const number = (before?.number ?? 0) + 1
      const follows = seal.number === number
      if (!follows) tell(missingSeals(number, seal.number - 1))
      await notes.meet(seal)
      await checkSeal(seal, follows ? (before?.hash ?? null) : undefined, rows, tell, report)
      report.seals += 1
      before = seal
      options.onProgress?.(report.sealed)
    }
    report.newest = before && { number: before.number, hash: before.hash }
    for (let row = await rows.peek(); row; row = await rows.peek()) {
      report.unsealed += 1
      rows.take()
    }
    report.compared = await notes.end(before?.number ?? 0)
    for await (const finding of changedReports(tx)) tell(finding)
    return report
  })
}

function missingSeals(from: number, to: number): string {
  return from === to ? `Falta el sello ${from}.` : `Faltan los sellos ${from} a ${to}.`
}

type Peek = { peek(): Promise<TrailRow | undefined>; take(): void }

/** `before` is the hash of the seal before, null for the first seal, undefined when that seal is missing. */
async function checkSeal(
  seal: SealFacts,
  before: string | null | undefined,
  rows: Peek,
  tell: (finding: string) => void,
  report: TrailReport,
): Promise<void> {
  const marks = readMarks(seal.marks)
  const hash = createSealHash(seal, before ?? null)
  let broken = false
  const find = (finding: string) => {
    broken = true
    tell(`${finding} (sello ${seal.number}).`)
  }
  let next = 0
  for (let row = await rows.peek(); row && row.id <= seal.to; row = await rows.peek()) {
    rows.take()
    // The missing seal was already reported; do not report its lines too.
    if (row.id < seal.from && before === undefined) continue
    report.sealed += 1
    const line = lineOf(row)
    hash.add(row.id, line)
    for (; (marks[next]?.id ?? row.id) < row.id; next += 1) find(`Falta la fila ${marks[next]?.id}`)
    const mark = marks[next]
    if (mark?.id !== row.id) {
      find(`La fila ${row.id} se agregó después de sellar`)
      continue
    }
    next += 1
    const digest = digestOf(line)
    if (mark.digest === digest) continue
    const original = marks.find((other) => other.digest === digest)
    find(
      original
        ? `La fila ${row.id} cambió de lugar: tiene el contenido de la fila ${original.id}`
        : `La fila ${row.id} fue modificada`,
    )
  }
  for (; next < marks.length; next += 1) find(`Falta la fila ${marks[next]?.id}`)
  if (broken || before === undefined || hash.end() === seal.hash) return
  tell(
    seal.number === 1
      ? `El sello 1 (filas ${seal.from} a ${seal.to}) fue modificado.`
      : `El sello ${seal.number} (filas ${seal.from} a ${seal.to}) no corresponde a su contenido o al sello ${seal.number - 1}: uno de los dos fue modificado.`,
  )
}

function createPeek(source: AsyncGenerator<TrailRow>): Peek {
  let waiting: TrailRow | undefined
  return {
    peek: async () => {
      if (waiting) return waiting
      const { value, done } = await source.next()
      waiting = done ? undefined : value
      return waiting
    },
    take: () => {
      waiting = undefined
    },
  }
}
