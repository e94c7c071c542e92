import { formatDay } from './days.ts'
import { formatTime } from './slots.ts'

/** The message with a link to activate an account, sent by WhatsApp or copied; `link` is a whole address. */
export function activationMessage(told: {
  fullName: string
  clinic: string
  link: string
  /** Until when it works: yyyy-MM-dd and HH:mm of the clinic. */
  untilDay: string
  untilTime: string
}): string {
  // An hour ends with the full stop of 'a. m.'.
  const [firstName] = told.fullName.trim().split(/\s+/)
  return `Hola, ${firstName}: activa aquí tu cuenta del portal de ${told.clinic}: ${told.link}. Sirve una sola vez, hasta el ${formatDay(told.untilDay)} a las ${formatTime(told.untilTime)} No lo compartas.`
}
