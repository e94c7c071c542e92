import { formatTime } from './slots.ts'

/** '09:30 a. m.', also of hours that end at '24:00'. */
export function spokenTime(time: string): string {
  return formatTime(time === '24:00' ? '00:00' : time)
}

/** 'las 09:30 a. m.', 'la 01:30 p. m.' */
export function theTime(time: string): string {
  const spoken = spokenTime(time)
  return `${spoken.startsWith('01:') ? 'la' : 'las'}\u00a0${spoken}`
}
