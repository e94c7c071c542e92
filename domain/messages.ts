import { formatDay, longDay } from './days.ts'
import { type Letter, layOut } from './letter.ts'
import { formatTime } from './slots.ts'

/** The clinic as patients read of it; `address` in one line. */
export type MessageClinic = { name: string; address: string; phone: string }

/**
 * What a patient is told (docs/product/messages.md). Days are yyyy-MM-dd, times HH:mm or HH:mm:ss. There is no room for a study,
 * a finding, an age, a price or a surname.
 */
export type MessageFacts = { firstName: string } & (
  | { kind: 'cita_nueva'; day: string; time: string | null; link: string | null }
  | { kind: 'cita_cambio'; day: string; time: string; link: string }
  | { kind: 'recordatorio'; day: string; time: string; link: string; tomorrow: boolean }
  | { kind: 'cita_cancelada'; day: string; time: string }
  | { kind: 'elige_horario'; link: string; untilDay: string }
  | { kind: 'activacion'; link: string; untilDay: string; untilTime: string }
)

export type MessageKind = MessageFacts['kind']

/** The message as one text, for WhatsApp, to be copied, and in the mail. */
export function messageText(facts: MessageFacts, clinic: MessageClinic): string {
  // An hour ends with a full stop of its own.
  return `Hola, ${facts.firstName}: ${bodyOf(facts, clinic).replaceAll('\u00a0m..', '\u00a0m.')}`
}

function bodyOf(facts: MessageFacts, { name, address, phone }: MessageClinic): string {
  switch (facts.kind) {
    case 'cita_nueva':
      return `tu cita en ${name} es el ${start(facts)}. Dirección: ${address}.${facts.link ? ` Confirma, cambia o cancela aquí: ${facts.link}` : ''}`
    case 'recordatorio':
      return `te recordamos tu cita en ${name}, ${facts.tomorrow ? 'mañana ' : ''}${start(facts)}. Confirma aquí: ${facts.link}. Si no puedes venir, avísanos ahí o al ${phone}.`
    case 'cita_cambio':
      return `tu cita en ${name} ahora es el ${start(facts)}. Detalles: ${facts.link}`
    case 'cita_cancelada':
      return `tu cita en ${name} del ${start(facts)} se canceló. Si quieres otra, llámanos al ${phone}.`
    case 'elige_horario':
      return `elige aquí el día y la hora de tu cita en ${name}: ${facts.link}. El enlace sirve hasta el ${formatDay(facts.untilDay)}.`
    case 'activacion':
      return `activa aquí tu cuenta del portal de ${name}: ${facts.link}. Sirve una sola vez, hasta el ${formatDay(facts.untilDay)} a las ${formatTime(facts.untilTime)}. No lo compartas.`
  }
}

const start = ({ day, time }: { day: string; time: string | null }) =>
  time === null ? longDay(day) : `${longDay(day)} a las ${formatTime(time)}`

const subjects: Record<MessageKind, (clinic: MessageClinic) => string> = {
  cita_nueva: ({ name }) => `Tu cita en ${name}`,
  recordatorio: () => 'Recordatorio de tu cita',
  cita_cambio: () => 'Tu cita cambió',
  cita_cancelada: () => 'Tu cita se canceló',
  elige_horario: () => 'Elige tu horario',
  activacion: () => 'Activa tu cuenta',
}

/** The mail that there is something new for a patient, never what (docs/product/reports.md). `publicUrl` without a final slash. */
export function newsMail(
  publicUrl: string,
  clinic: Pick<MessageClinic, 'name' | 'phone'>,
): Letter & { subject: string } {
  const subject = 'Tienes un resultado nuevo'
  const parts = [
    'Hola:',
    {
      text: `La clínica publicó algo nuevo en tu portal. Entra con tu correo para verlo: ${publicUrl}.`,
      address: publicUrl,
    },
    'Por tu privacidad, este mensaje no dice de qué se trata. Si no lo esperabas, avísale a la clínica.',
  ]
  return { subject, ...layOut(subject, parts, clinic) }
}

const namedAtMost = 5

/**
 * The mail that a dentist may open images, of whom by initials and no more (docs/product/referrers.md). `initials` are one or more
 * patients'; `publicUrl` has no final slash.
 */
export function imagesReadyMail(
  initials: readonly string[],
  publicUrl: string,
  clinic: Pick<MessageClinic, 'name' | 'phone'>,
): Letter & { subject: string } {
  const more = initials.length - namedAtMost
  const named = [...initials.slice(0, namedAtMost), ...(more > 0 ? [`${more} más`] : [])]
  const subject = `Las imágenes de ${new Intl.ListFormat('es-MX').format(named)} están listas`
  const address = `${publicUrl}/dashboard`
  const parts = [
    'Hola:',
    { text: `${subject}. Entra con tu correo para abrirlas: ${address}.`, address },
    'Por la privacidad de tus pacientes, este mensaje no dice nada más. Si no quieres recibirlo, apaga «Avisos por correo» en «Mi Perfil».',
  ]
  return { subject, ...layOut(subject, parts, clinic) }
}

/** The message as a mail, signed by the clinic. */
export function messageMail(facts: MessageFacts, clinic: MessageClinic): Letter & { subject: string } {
  const subject = subjects[facts.kind](clinic)
  const text = messageText(facts, clinic)
  const part = 'link' in facts && facts.link ? { text, address: facts.link } : text
  return { subject, ...layOut(subject, [part], clinic) }
}
