/** Link that calls a Mexican number, however written: its digits after the country code. */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${digits.length > 10 ? digits : `52${digits}`}`
}
