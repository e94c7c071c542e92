const plain = (text: string) =>
  Array.from(text.normalize('NFC'), (letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')

/** `name` cut around the first place where `typed` occurs, without regard to case or accents. */
export function splitMatch(name: string, typed: string): [before: string, match: string, after: string] {
  const wanted = plain(typed.trim())
  const whole = name.normalize('NFC')
  const start = wanted === '' ? -1 : plain(whole).indexOf(wanted)
  if (start < 0) return [whole, '', '']
  const end = start + wanted.length
  return [whole.slice(0, start), whole.slice(start, end), whole.slice(end)]
}
