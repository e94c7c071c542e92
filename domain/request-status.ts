import type { Tone } from './tone.ts'

/** Every status of a study request, as stored (docs/product/requests.md). */
export const requestStatuses = ['pendiente', 'aceptada', 'rechazada'] as const

export type RequestStatus = (typeof requestStatuses)[number]

/** Parses a status, ignoring case; anything else is null. */
export function parseRequestStatus(text: string | null | undefined): RequestStatus | null {
  const word = text?.trim().toLowerCase()
  return requestStatuses.find((status) => status === word) ?? null
}

const labels: Record<RequestStatus, string> = {
  pendiente: 'Pendiente',
  aceptada: 'Aceptada',
  rechazada: 'Rechazada',
}

const tones: Record<RequestStatus, Tone> = { pendiente: 'orange', aceptada: 'green', rechazada: 'red' }

/** 'Pendiente', 'Aceptada', 'Rechazada', else 'Desconocido'. */
export function requestStatusLabel(text: string | null): string {
  const status = parseRequestStatus(text)
  return status === null ? 'Desconocido' : labels[status]
}

export function requestStatusTone(text: string | null): Tone {
  const status = parseRequestStatus(text)
  return status === null ? 'grey' : tones[status]
}

/** Why a doctor may not change a stored status, in words for the user; null when they may. */
export function requestStatusProblem(from: string | null, to: string): string | null {
  if (parseRequestStatus(to) === null) return 'Estado de solicitud no válido.'
  return parseRequestStatus(from) === 'pendiente' ? null : 'Solo puedes cambiar una solicitud pendiente.'
}
