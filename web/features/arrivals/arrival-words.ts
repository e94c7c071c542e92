import { saidDay } from '#domain/arrival.ts'
import { formatDay } from '#domain/days.ts'
import { fileSize } from '#domain/file-size.ts'
import type { Arrival } from '#web/backend/answers.ts'
import { clinicMoment } from '#web/hooks/clock.ts'

/** Whom the machine named. */
export const saidName = ({ said }: Arrival) => said.name?.trim() || 'Sin nombre'

/** What else it said of the person, as parts of a line (`Dotted`). Of a scan without a name, where it lay. */
export function personParts({ said: { name, number, birth_date, description } }: Arrival) {
  return [
    !name?.trim() && description?.trim(),
    number?.trim() && `Número ${number.trim()}`,
    birth_date?.trim() && `Nacimiento ${saidDay(birth_date)}`,
  ]
}

/** From which machine, and when. */
export function machineParts({ machine_name, received_at }: Arrival, zone: string) {
  const { day, time } = clinicMoment(received_at, zone)
  return [machine_name ?? 'Carpeta vigilada', formatDay(day), time]
}

/** How much it is. */
export function amountParts({ instances, bytes }: Arrival) {
  return [instances === 1 ? '1 imagen' : `${instances.toLocaleString('es-MX')} imágenes`, fileSize(bytes)]
}
