import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import {
  type ClosedNames,
  countExport,
  type ExportKind,
  type ExportRows,
  exportPage,
} from '#web/queries/exports.ts'
import { cellsOf, headsOf } from './export-columns.ts'

export type ExportProgress = { rows: number; total: number }

/**
 * Exports all rows of a kind (docs/product/admin.md). Adds each page to the file at once, so
 * that only one page is in memory. Throws with `export_{kind}`; stops when the signal aborts.
 */
export async function exportFile<Kind extends ExportKind>(
  kind: Kind,
  {
    zone,
    signal,
    onProgress,
  }: { zone: string; signal: AbortSignal; onProgress: (progress: ExportProgress) => void },
): Promise<Blob> {
  const total = await countExport(kind, signal)
  const parts: Blob[] = [new Blob([csvByteOrderMark, csvLine(headsOf(kind))])]
  let last: ExportRows[Kind] | null = null
  const closed: ClosedNames = new Map()
  for (let rows = 0; ; ) {
    onProgress({ rows, total: Math.max(rows, total) })
    // Only an empty page is the end: a host may return fewer rows than asked for.
    const page: ExportRows[Kind][] = await exportPage(kind, last, signal, closed)
    signal.throwIfAborted()
    last = page.at(-1) ?? null
    if (!last) return new Blob(parts, { type: 'text/csv;charset=utf-8' })
    parts.push(new Blob([page.map((row) => csvLine(cellsOf(kind, row, zone))).join('')]))
    rows += page.length
  }
}
