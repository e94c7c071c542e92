import { layOut, type Part } from '#domain/letter.ts'

/** A message that the product sends to the e-mail of an account. */
export type Letter =
  | { kind: 'recovery'; to: string; link: string; code: string }
  | { kind: 'reauthentication'; to: string; code: string }
  | { kind: 'password-changed'; to: string }
  | { kind: 'factor-added'; to: string }
  | { kind: 'factor-removed'; to: string }

/** Who signs the message: the clinic. */
export type Sender = { name: string; email: string; phone: string }

export type Written = { subject: string; text: string; html: string }

/** Writes a message in Spanish, as plain text and as simple HTML with the same content. */
export function write(letter: Letter, clinic: Sender): Written {
  const { subject, parts } = contentOf(letter, clinic)
  return { subject: `${subject} - ${clinic.name}`, ...layOut(subject, parts, clinic) }
}

function contentOf(letter: Letter, clinic: Sender): { subject: string; parts: Part[] } {
  switch (letter.kind) {
    case 'recovery':
      return recovery(letter, clinic)
    case 'reauthentication':
      return reauthentication(letter)
    case 'password-changed':
      return passwordChanged(clinic)
    case 'factor-added':
      return factorAdded(clinic)
    case 'factor-removed':
      return factorRemoved(clinic)
  }
}

function passwordChanged(clinic: Sender) {
  const parts: Part[] = [
    'Hola:',
    `La contraseña de tu cuenta en el portal de ${clinic.name} acaba de cambiar.`,
    'Si la cambiaste tú o le pediste una nueva a la clínica, no tienes que hacer nada.',
    'Si no fue así, elige otra con «¿Olvidaste tu contraseña?» en el portal y avísale a la clínica cuanto antes.',
  ]
  return { subject: 'Tu contraseña cambió', parts }
}

function factorAdded(clinic: Sender) {
  const parts: Part[] = [
    'Hola:',
    `Se activó la verificación en dos pasos de tu cuenta en el portal de ${clinic.name}. Desde ahora se pide también el código de tu aplicación para entrar.`,
    'Si no fuiste tú, avísale a la clínica cuanto antes: alguien más entró a tu cuenta.',
  ]
  return { subject: 'Se activó la verificación en dos pasos', parts }
}

function factorRemoved(clinic: Sender) {
  const parts: Part[] = [
    'Hola:',
    `Se desactivó la verificación en dos pasos de tu cuenta en el portal de ${clinic.name}. Desde ahora basta tu contraseña para entrar.`,
    'Si fuiste tú o se lo pediste a la clínica, no tienes que hacer nada; puedes volver a activarla en «Mi Perfil».',
    'Si no fue así, cambia tu contraseña y avísale a la clínica cuanto antes.',
  ]
  return { subject: 'Se desactivó la verificación en dos pasos', parts }
}

function recovery({ link, code }: Letter & { kind: 'recovery' }, clinic: Sender) {
  const parts: Part[] = [
    'Hola:',
    `Recibimos una solicitud para cambiar la contraseña de tu cuenta en el portal de ${clinic.name}. Para elegir una nueva, abre este enlace:`,
    { link, label: 'Elegir una contraseña nueva' },
    'Si el portal te pide un código, escribe este:',
    { code },
    'El enlace y el código duran una hora y sirven una sola vez.',
    'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma. No compartas este mensaje con nadie. Si recibes varios sin haberlos pedido, avísale a la clínica.',
  ]
  return { subject: 'Cambia tu contraseña', parts }
}

function reauthentication({ code }: Letter & { kind: 'reauthentication' }) {
  const parts: Part[] = [
    'Hola:',
    'Para confirmar que eres tú, escribe este código en el portal:',
    { code },
    'El código dura una hora y sirve una sola vez.',
    'Si no fuiste tú, alguien más tiene abierta tu cuenta: cambia tu contraseña y avísale a la clínica. No compartas este código con nadie.',
  ]
  return { subject: 'Tu código de confirmación', parts }
}
