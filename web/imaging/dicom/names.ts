/**
 * A person name (PN) as one writes it: 'Family^Given^Middle^Prefix^Suffix' is 'Given Middle Family'. The first component group that
 * says something counts (alphabetic, then ideographic, then phonetic).
 */
export function personName(value: string): string | undefined {
  for (const group of value.split('=')) {
    const [family = '', given = '', middle = ''] = group.split('^')
    const name = [given, middle, family].join(' ').replace(/\s+/g, ' ').trim()
    if (name) return name
  }
  return undefined
}

/** A date (DA) as `yyyy-MM-dd`, also of the old form 'yyyy.MM.dd'; nothing where there is no such day. */
export function day(value: string): string | undefined {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(value.trim())
  if (!parts) return undefined
  const date = `${parts[1]}-${parts[2]}-${parts[3]}`
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : undefined
}
