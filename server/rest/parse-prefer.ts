import { Fault } from '#server/base/fault.ts'

/** The preferences of a request that this backend supports (RFC 7240, PostgREST's `Prefer`). */
export type Prefer = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  return?: 'representation' | 'minimal' | 'headers-only'
  count?: 'exact' | 'estimated'
  handling?: 'strict' | 'lenient'
}

/** What a caller relies on and this backend does not do, with the way that there is. */
const harmful: Record<string, string> = {
  'max-affected': 'Name the rows in the filters.',
  'missing=default': 'Send every row with the same columns, and leave out those that take their default.',
  'tx=rollback': 'Every request commits.',
}

function invalid(preferences: string[]): Fault {
  const message = 'Invalid preferences given with handling=strict'
  return new Fault(400, 'PGRST122', message, {
    fields: { details: `Invalid preferences: ${preferences.join(', ')}` },
  })
}

function refuse(preference: string, why: string): Fault {
  return new Fault(400, 'PGRST122', `The preference ${preference} is not supported`, {
    fields: { details: why },
  })
}

function set(prefer: Prefer, key: string, value: string): boolean {
  switch (key) {
    case 'resolution':
      if (value !== 'merge-duplicates' && value !== 'ignore-duplicates') return false
      prefer.resolution ??= value
      return true
    case 'return':
      if (value !== 'representation' && value !== 'minimal' && value !== 'headers-only') return false
      prefer.return ??= value
      return true
    case 'count':
      if (value !== 'exact' && value !== 'estimated' && value !== 'planned') return false
      // The planner's estimate would reveal how many rows exist that the caller may not read.
      prefer.count = value === 'planned' ? 'estimated' : value
      return true
    case 'handling':
      if (value !== 'strict' && value !== 'lenient') return false
      prefer.handling ??= value
      return true
    default:
      return false
  }
}

/**
 * Parses the Prefer header. The first of a repeated preference counts. Unknown ones are ignored as RFC 7240
 * allows, or refused (PGRST122) with `handling=strict`. Those that would do harm when ignored are always refused. A planned
 * count becomes our estimate.
 */
export function parsePrefer(header: string | null): Prefer {
  const prefer: Prefer = {}
  if (!header) return prefer
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    if (preference === '' || preference === 'tx=commit') continue
    const equals = preference.indexOf('=')
    const why = harmful[preference] ?? harmful[preference.slice(0, Math.max(equals, 0))]
    if (why) throw refuse(preference, why)
    if (!set(prefer, preference.slice(0, Math.max(equals, 0)), preference.slice(equals + 1))) {
      unknown.push(preference)
    }
  }
  if (prefer.handling === 'strict' && unknown.length > 0) throw invalid(unknown)
  return prefer
}

const order = ['resolution', 'return', 'count', 'handling'] as const

/** The Preference-Applied header: the request's preferences that this kind of request honours. */
export function preferenceApplied(
  prefer: Prefer,
  honoured: readonly (keyof Prefer)[],
): Record<string, string> {
  const applied: string[] = []
  for (const key of order) if (prefer[key] && honoured.includes(key)) applied.push(`${key}=${prefer[key]}`)
  return applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {}
}
