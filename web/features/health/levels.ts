/** How urgent a fact is, by the limits of `npm run doctor` (docs/operations.md). */
export type Level = 'ok' | 'warning' | 'problem'

const day = 86_400_000

/** Free bytes of the disk that holds the data. */
export function diskLevel(free: number): Level {
  if (free < 1e9) return 'problem'
  return free < 10e9 ? 'warning' : 'ok'
}

/** When the last backup was made (ISO), null for never; `now` in milliseconds. */
export function backupLevel(at: string | null, now: number): Level {
  if (at === null) return 'problem'
  const age = now - Date.parse(at)
  if (age > 7 * day) return 'problem'
  return age > 1.5 * day ? 'warning' : 'ok'
}

/** Bytes as people say them: '12.3 MB', '1.2 GB'. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const amount = bytes / 1000 ** power
  return `${amount.toLocaleString('es-MX', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`
}
