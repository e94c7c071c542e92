import { activationPath, appointmentLinkPath } from '#domain/addresses.ts'
import type { Letter } from '#domain/letter.ts'
import {
  imagesReadyMail,
  type MessageClinic,
  type MessageFacts,
  type MessageKind,
  messageMail,
  newsMail,
} from '#domain/messages.ts'

/** What the database hands out of a message that is due (docs/product/messages.md); the token is known only now. */
export type DueMessage = {
  id: string
  kind: MessageKind
  to: string
  first_name: string
  day: string | null
  time: string | null
  tomorrow: boolean | null
  until_day: string | null
  until_time: string | null
  token: string | null
}

/** That there is something new for a patient; with the initials of patients, that a dentist may open their images. */
export type DueNews = { id: string; kind: 'resultado'; to: string; initials?: string[] }

/** A letter of our own sign-in service that is due, in its words. */
export type DueLetter = { id: string; kind: 'cuenta'; to: string; letter: Letter & { subject: string } }

export type Due = DueMessage | DueNews | DueLetter

/** How sending one went: `rechazado` is about this message, `sin_servidor` about the way; `devuelto` was not tried. */
export type Outcome = 'enviado' | 'rechazado' | 'sin_servidor' | 'devuelto'

/** A mail, ready to be sent. `messageId` stays the same however often it is tried. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

export type Round = {
  take: () => Promise<Due[]>
  settle: (id: string, outcome: Outcome) => Promise<void>
  /** Never throws. */
  deliver: (mail: Mail) => Promise<Outcome>
  clinic: MessageClinic
  /** Where links lead, without a final slash. */
  publicUrl: string
  /** Milliseconds of any clock. */
  now: () => number
  /** Asked before each mail. */
  isEnding?: () => boolean
}

/** The database lends messages for two minutes; one mail may take a little longer than half a minute. */
const enoughMs = 75_000

/**
 * Sends what is due, one after another, and tells the database how each went. What it gets no time for, or finds the mail server
 * gone, goes back at once. Answers how many went out and whether the mail server was missing. Throws what `take` and `settle` throw.
 */
export async function sendRound(round: Round): Promise<{ sent: number; unreachable: boolean }> {
  const messages = await round.take()
  const begun = round.now()
  let sent = 0
  let unreachable = false
  for (const message of messages) {
    const stop = unreachable || round.now() - begun > enoughMs || round.isEnding?.() === true
    const outcome = stop ? 'devuelto' : await round.deliver(mailOf(message, round))
    if (outcome === 'sin_servidor') unreachable = true
    if (outcome === 'enviado') sent += 1
    await round.settle(message.id, outcome)
  }
  return { sent, unreachable }
}

function mailOf(message: Due, { clinic, publicUrl }: Pick<Round, 'clinic' | 'publicUrl'>): Mail {
  const { id, to } = message
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  const headers = { 'Auto-Submitted': 'auto-generated' }
  if (message.kind === 'cuenta') return { to, ...message.letter, messageId, headers }
  if (message.kind === 'resultado') {
    const news = message.initials
      ? imagesReadyMail(message.initials, publicUrl, clinic)
      : newsMail(publicUrl, clinic)
    return { to, ...news, messageId, headers }
  }
  const isActivation = message.kind === 'activacion'
  const pathOf = isActivation ? activationPath : appointmentLinkPath
  const link = message.token === null ? null : `${publicUrl}${pathOf(message.token)}`
  const { subject, text, html } = messageMail(toldOf(message, link ?? ''), clinic)
  return {
    to,
    subject,
    text,
    html,
    messageId,
    headers: {
      ...headers,
      // There is nothing to decline where an account is activated.
      ...(link && !isActivation && { 'List-Unsubscribe': `<${link}>` }),
    },
  }
}

function toldOf(message: DueMessage, link: string): MessageFacts {
  const { kind, first_name: firstName, tomorrow } = message
  const untilDay = message.until_day ?? ''
  const start = { day: message.day ?? '', time: message.time ?? '' }
  switch (kind) {
    case 'recordatorio':
      return { kind, firstName, ...start, link, tomorrow: tomorrow === true }
    case 'elige_horario':
      return { kind, firstName, link, untilDay }
    case 'activacion':
      return { kind, firstName, link, untilDay, untilTime: message.until_time ?? '' }
    case 'cita_cancelada':
      return { kind, firstName, ...start }
    default:
      return { kind, firstName, ...start, link }
  }
}
