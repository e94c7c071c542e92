import type { Checked } from './checked.ts'

// Money is a whole number of centavos; the database stores pesos as numeric(10,2).

/** The highest price of one service, in centavos: $999,999.99. */
const maxPrice = 99_999_999

const example = 'Escribe un precio como 250 o 1,250.50.'

/**
 * Parses a price as people type it: '250', '$250', '1,250.50', '1 250.5'. Returns centavos. A comma only
 * separates groups of three digits: '12,50' is an error, not 1250.
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

/** Centavos from a numeric(10,2) in JSON: 250, 250.5 or '250.50'. Throws for anything else. */
export function toCentavos(numeric: number | string): number {
  const [, sign, whole, cents = ''] = String(numeric).match(/^(-?)(\d+)(?:\.(\d{1,2})0*)?$/) ?? []
  if (whole === undefined) throw new RangeError('not an amount with two decimals')
  return (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(cents.padEnd(2, '0')))
}

/** Pesos as a JSON number for a numeric(10,2) column. */
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

/** The price as shown in an edit field: '1250.50'. */
export function editablePrice(centavos: number): string {
  return formatMoney(centavos).replace(/[$,]/g, '')
}
