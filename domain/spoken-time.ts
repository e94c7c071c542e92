import { formatTime } from './slots.ts'

/** '9:30 a. m.', as a sentence says it. */
export function spokenTime(time: string): string {
  return formatTime(time === '24:00' ? '00:00' : time).replace(/^0/, '')
}

/** 'las 9:30 a. m.', 'la 1:30 p. m.' */
export function theTime(time: string): string {
  const spoken = spokenTime(time)
  return `${spoken.startsWith('1:') ? 'la' : 'las'}\u00a0${spoken}`
}
