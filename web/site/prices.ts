import { formatMoney, toCentavos } from '#domain/money.ts'

/** `pesos` as the catalogue holds them, written as '$1,250.50'. */
export function priceText(pesos: number): string {
  return formatMoney(toCentavos(pesos))
}
