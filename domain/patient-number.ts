/** A patient's number for people and machines: at least eight digits, with leading zeros. */
export function patientNumber(number: number): string {
  return String(number).padStart(8, '0')
}
