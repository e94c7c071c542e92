export type CsvCell = string | number | boolean | null

/** The first character of a file: tells spreadsheets that the text is UTF-8. */
export const csvByteOrderMark = '\ufeff'

/**
 * One record of RFC 4180 with its CRLF. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe (docs/product/admin.md); numbers stay as they are.
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
