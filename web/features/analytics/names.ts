import { longMonth } from '#domain/days.ts'

export const weekdayNames = [
  'Lunes',
  'Martes',
  'Miércoles',
  'Jueves',
  'Viernes',
  'Sábado',
  'Domingo',
] as const

/** 'Noviembre de 2026' for yyyy-MM. */
export function monthName(month: string): string {
  const name = longMonth(`${month}-01`)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** 'nov' for yyyy-MM. */
export function shortMonth(month: string): string {
  return longMonth(`${month}-01`).slice(0, 3)
}

/** '37%' of a whole, written like a trend; '0%' of nothing. */
export function shareOf(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((part / whole) * 100) : 0}%`
}

export const countOf = (count: number) => count.toLocaleString('es-MX')
