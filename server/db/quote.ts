/** A text as an SQL literal that is safe whatever it contains. */
export function quoteLiteral(text: string): string {
  const quoted = text.replaceAll('\0', '').replaceAll("'", "''").replaceAll('\\', '\\\\')
  return quoted.includes('\\') ? ` E'${quoted}'` : `'${quoted}'`
}

/** A name as an SQL identifier that is safe whatever it contains. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`
}
