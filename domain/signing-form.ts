import { isDay } from './days.ts'

/** What a doctor's signature names, as typed; '' when left empty. */
export type SigningForm = {
  specialty_license: string
  specialty_certificate: string
  /** yyyy-MM-dd, or what was typed instead. */
  certificate_until: string
}

/** What is wrong with it, field by field (docs/product/report-writing.md). */
export function signingErrors(form: SigningForm): Partial<Record<keyof SigningForm, string>> {
  const long = (text: string, most: number) => [...text.trim()].length > most
  const until = form.certificate_until.trim()
  return {
    ...(long(form.specialty_license, 100) && { specialty_license: 'Escribe 100 caracteres como máximo.' }),
    ...(long(form.specialty_certificate, 200) && {
      specialty_certificate: 'Escribe 200 caracteres como máximo.',
    }),
    ...(until !== '' && !isDay(until) && { certificate_until: 'Escribe una fecha como 21/11/2026.' }),
  }
}
