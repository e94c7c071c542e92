import type { Tone } from './tone.ts'

/** How far an order is, in its order (docs/product/referrers.md). */
export const orderStates = [
  'pedida',
  'aceptada',
  'agendada',
  'tomada',
  'lista',
  'vista',
  'cancelada',
] as const

export type OrderState = (typeof orderStates)[number]

const looks: Record<OrderState, { label: string; tone: Tone }> = {
  pedida: { label: 'Pedida', tone: 'orange' },
  aceptada: { label: 'Aceptada', tone: 'green' },
  agendada: { label: 'Agendada', tone: 'blue' },
  tomada: { label: 'Tomada', tone: 'blue' },
  lista: { label: 'Lista', tone: 'green' },
  vista: { label: 'Vista por ti', tone: 'grey' },
  cancelada: { label: 'Cancelada', tone: 'red' },
}

/** What a dentist reads of it, and its meaning. */
export function orderLook(state: OrderState): { label: string; tone: Tone } {
  return looks[state]
}
