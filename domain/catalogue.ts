export type CatalogueRow = {
  name: string
  /** Centavos. */
  price: number
  /** Offered in the public request form. */
  requestable: boolean
}

/** Only a heading in payments: people choose one of its four priced kinds instead. */
export const bareTomography = 'Tomografías'

/** The services that a new clinic starts with (docs/product/payments.md); admins edit them later. */
export const catalogue: readonly CatalogueRow[] = [
  { name: 'Radiografía Panorámica', price: 25_000, requestable: true },
  { name: 'Radiografía Lateral de Cráneo', price: 25_000, requestable: true },
  { name: 'Radiografía Carpal', price: 25_000, requestable: true },
  { name: bareTomography, price: 75_000, requestable: true },
  { name: 'Tomografía 5x5 cm', price: 75_000, requestable: false },
  { name: 'Tomografía Arcada completa', price: 100_000, requestable: false },
  { name: 'Tomografía Bimaxilar', price: 150_000, requestable: false },
  { name: 'Tomografía Cráneo completo', price: 200_000, requestable: false },
  { name: 'Trazados Cefalométricos', price: 15_000, requestable: true },
  { name: 'Escaneo Intraoral', price: 40_000, requestable: true },
]
