const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** A number of bytes for people: '3.4 MB'. */
export function fileSize(bytes: number): string {
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('es-MX', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`
}
