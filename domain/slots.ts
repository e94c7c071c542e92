/** '09:30 a. m.' (12 hours, non-breaking spaces) for HH:mm or HH:mm:ss; 'Por definir' when there is no time. */
export function formatTime(time: string | null): string {
  const [, hours, minutes] = time?.match(/^([01]\d|2[0-3]):([0-5]\d)/) ?? []
  if (hours === undefined || minutes === undefined) return 'Por definir'
  const hour = Number(hours)
  const half = hour < 12 ? 'a.\u00a0m.' : 'p.\u00a0m.'
  return `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')}:${minutes}\u00a0${half}`
}
