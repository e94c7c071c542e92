import { isEmail } from './contact.ts'
import { isName, nameProblem } from './name.ts'
import { readAge } from './new-patient.ts'
import type { Area } from './odontogram.ts'
import { isPhone, phoneProblem } from './phone.ts'

/** How a result is wanted, as it is stored and as it is said. */
export const deliveryNames = {
  portal: 'Portal',
  dicom: 'DICOM',
  stl: 'STL',
  impreso: 'Impreso',
} as const

export type Delivery = keyof typeof deliveryNames

export const deliveries = Object.keys(deliveryNames) as Delivery[]

/** 'Nueva orden' as a dentist fills it (docs/product/referrers.md); texts are '' when left empty. */
export type OrderForm = {
  patient_name: string
  patient_phone: string
  patient_email: string
  patient_age: string
  types: string[]
  /** FDI numbers. */
  teeth: number[]
  areas: Area[]
  question: string
  urgent: boolean
  deliver: Delivery[]
  consent: boolean
}

/** What `send_order` takes, but for the id of the sending. */
export type OrderSending = Omit<OrderForm, 'patient_age' | 'patient_email' | 'question' | 'consent'> & {
  consent: true
  patient_age: number | null
  patient_email: string | null
  question: string | null
}

export type OrderErrors = Partial<Record<keyof OrderForm, string>>

export const emptyOrder: OrderForm = {
  patient_name: '',
  patient_phone: '',
  patient_email: '',
  patient_age: '',
  types: [],
  teeth: [],
  areas: [],
  question: '',
  urgent: false,
  deliver: ['portal'],
  consent: false,
}

/** Longest question, in characters. */
export const questionLimit = 500

/** Most types of study in one order. */
export const typesLimit = 8

/** An order as it is sent, or what is wrong in it, field by field. The place is optional: not every study has one. */
export function readOrder(
  form: OrderForm,
): { ok: true; value: OrderSending } | { ok: false; errors: OrderErrors } {
  const name = oneLine(form.patient_name)
  const phone = oneLine(form.patient_phone)
  const email = form.patient_email.trim().toLowerCase()
  const question = form.question.trim()
  const age = readAge(form.patient_age)
  const errors: OrderErrors = {}
  if (name === '') errors.patient_name = 'Escribe el nombre completo.'
  else if ([...name].length > 200) errors.patient_name = 'Escribe 200 caracteres como máximo.'
  else if (!isName(name)) errors.patient_name = nameProblem
  if (phone === '') errors.patient_phone = 'Escribe el teléfono del paciente.'
  else if (!isPhone(phone)) errors.patient_phone = phoneProblem
  if (email !== '' && !isEmail(email)) {
    errors.patient_email = 'Escribe un correo válido, por ejemplo nombre@correo.com'
  }
  if (!age.ok) errors.patient_age = age.problem
  if (form.types.length === 0) errors.types = 'Elige al menos un estudio.'
  else if (form.types.length > typesLimit) errors.types = `Elige ${typesLimit} estudios como máximo.`
  if ([...question].length > questionLimit) {
    errors.question = `Escribe ${questionLimit} caracteres como máximo.`
  }
  if (form.deliver.length === 0) errors.deliver = 'Elige cómo quieres recibir el resultado.'
  if (!form.consent) errors.consent = 'Confirma que el paciente sabe que recibirás sus imágenes.'
  if (!age.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    value: {
      ...form,
      patient_name: name,
      patient_phone: phone,
      patient_email: email || null,
      patient_age: age.value,
      question: question || null,
      consent: true,
      teeth: [...form.teeth].sort((one, other) => one - other),
    },
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
