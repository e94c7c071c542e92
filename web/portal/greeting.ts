/** The greeting that fits the clinic's time, HH:mm. */
export function greeting(time: string): string {
  if (time >= '05:00' && time < '12:00') return 'Buenos días'
  return time >= '12:00' && time < '19:00' ? 'Buenas tardes' : 'Buenas noches'
}
