import { describe, expect, it } from 'vitest'
import { editablePrice, formatMoney, parsePrice, sumCentavos, toCentavos, toNumeric } from './money.ts'

describe('a typed price', () => {
  it.each([
    ['250', 25_000],
    ['$250', 25_000],
    [' $ 1,250.50 ', 125_050],
    ['1250.5', 125_050],
    ['1 250.50', 125_050],
    ['1,250 MXN', 125_000],
    ['0', 0],
    ['0.07', 7],
    ['999,999.99', 99_999_999],
  ])('"%s" is %i centavos', (text, centavos) => {
    expect(parsePrice(text)).toEqual({ ok: true, value: centavos })
  })

  it.each([
    ['', 'Escribe un precio como 250 o 1,250.50.'],
    ['gratis', 'Escribe un precio como 250 o 1,250.50.'],
    ['12,50', 'Escribe un precio como 250 o 1,250.50.'],
    ['1.250.50', 'Escribe un precio como 250 o 1,250.50.'],
    ['2.505', 'Escribe un precio como 250 o 1,250.50.'],
    ['1e3', 'Escribe un precio como 250 o 1,250.50.'],
    ['-1', 'El precio no puede ser negativo.'],
    ['1,000,000', 'El precio no puede ser mayor que $999,999.99.'],
    ['9'.repeat(40), 'El precio no puede ser mayor que $999,999.99.'],
  ])('"%s" is refused: %s', (text, problem) => {
    expect(parsePrice(text)).toEqual({ ok: false, problem })
  })
})

describe('an amount', () => {
  it.each([
    [250, 25_000],
    [0.1, 10],
    [1.15, 115],
    ['1250.50', 125_050],
    ['1250.5', 125_050],
    ['7.000', 700],
    [-5.25, -525],
  ])('%j of the database is %i centavos', (numeric, centavos) => {
    expect(toCentavos(numeric)).toBe(centavos)
  })

  it.each(['', 'x', '1.005', Number.NaN, 1e21])('%j is no amount', (numeric) => {
    expect(() => toCentavos(numeric)).toThrow(RangeError)
  })

  it('is summed without losing a centavo', () => {
    expect(sumCentavos([10, 20])).toBe(30)
    expect(toNumeric(sumCentavos(Array.from({ length: 1000 }, () => toCentavos(0.1))))).toBe(100)
  })

  it.each([
    [125_050, '$1,250.50'],
    [0, '$0.00'],
    [7, '$0.07'],
    [100_000_000, '$1,000,000.00'],
    [-525, '-$5.25'],
  ])('%i centavos are shown as %s', (centavos, text) => {
    expect(formatMoney(centavos)).toBe(text)
  })

  it('is edited without sign and commas', () => {
    expect(editablePrice(125_050)).toBe('1250.50')
  })
})
