export type CsvCell = string | number | boolean | null

/** Tells spreadsheets that what follows is UTF-8; the first characters of a file. */
export const csvByteOrderMark = '\ufeff'

/**
 * One record of RFC 4180 with its CRLF. Texts that a spreadsheet would run as a formula get an apostrophe in front
 * (docs/product/admin.md); numbers are left as they are.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
