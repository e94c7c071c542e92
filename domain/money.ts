import type { Checked } from './checked.ts'

// Money is an integer count of centavos; the database keeps numeric(10,2) in pesos.

/** The highest price of one service, in centavos: $999,999.99. */
const maxPrice = 99_999_999

const example = 'Escribe un precio como 250 o 1,250.50.'

/**
 * Reads a price as people type it: '250', '$250', '1,250.50', '1 250.5'. Answers centavos.
 * A comma counts only before groups of three digits, so that '12,50' is asked about instead of becoming 1250.
 */
export function parsePrice(text: string): Checked<number> {
  const typed = text.replace(/^\s*\$|\s*MXN\s*$/gi, '').trim()
  const [, whole, cents = ''] =
    typed.match(/^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.(\d{1,2}))?$/) ?? []
  if (whole === undefined) {
    return { ok: false, problem: /^-/.test(typed) ? 'El precio no puede ser negativo.' : example }
  }
  const centavos = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  if (centavos > maxPrice) return { ok: false, problem: 'El precio no puede ser mayor que $999,999.99.' }
  return { ok: true, value: centavos }
}

/** Centavos of a numeric(10,2) as JSON carries it: 250, 250.5 or '250.50'. Throws for anything else. */
export function toCentavos(numeric: number | string): number {
  const [, sign, whole, cents = ''] = String(numeric).match(/^(-?)(\d+)(?:\.(\d{1,2})0*)?$/) ?? []
  if (whole === undefined) throw new RangeError('not an amount with two decimals')
  return (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(cents.padEnd(2, '0')))
}

/** The JSON number in pesos for a numeric(10,2) column. */
export function toNumeric(centavos: number): number {
  return centavos / 100
}

export function sumCentavos(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** '$1,250.50' for 125050 centavos. */
export function formatMoney(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const pesos = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${centavos < 0 ? '-' : ''}$${pesos}.${digits.slice(-2)}`
}

/** The price as a field shows it for editing: '1250.50'. */
export function editablePrice(centavos: number): string {
  return formatMoney(centavos).replace(/[$,]/g, '')
}
