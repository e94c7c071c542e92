/** From so many days on somebody has waited too long. */
const tooLong = 7
const dayLength = 86_400_000

/** How long a study has waited since a day of the clinic (yyyy-MM-dd), in words, and whether that is too long. */
export function waitingSince(day: string, today: string): { words: string; isLong: boolean } {
  const days = Math.max(0, (Date.parse(today) - Date.parse(day)) / dayLength)
  const words = days === 0 ? 'desde hoy' : days === 1 ? 'desde ayer' : `hace ${days} días`
  return { words, isLong: days >= tooLong }
}
