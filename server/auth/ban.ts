const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** A hundred years: a longer ban could overflow a date. */
const LONGEST = 100 * 365.25 * 24 * 3_600_000

/** GoTrue's ban durations ('24h', '1h30m', 'none') in milliseconds; 0 lifts a ban, undefined is not a duration. */
export function parseBan(text: string): number | undefined {
  if (text === 'none') return 0
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    total += Number(amount) * (units[unit] ?? 0)
  return Math.min(total, LONGEST)
}
