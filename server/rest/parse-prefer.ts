import { Fault } from '#server/http/fault.ts'

/** The preferences of a request that this backend supports (RFC 7240, PostgREST's `Prefer`). */
export type Prefer = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  return?: 'representation' | 'minimal' | 'headers-only'
  count?: 'exact' | 'estimated'
  handling?: 'strict' | 'lenient'
  maxAffected?: number
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
    case 'missing':
      if (value !== 'default' && value !== 'null') return false
      prefer.missing ??= value
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
    case 'max-affected':
      if (!/^\d{1,15}$/.test(value)) throw refuse(`max-affected=${value}`, 'It must be a whole number.')
      prefer.maxAffected ??= Number(value)
      return true
    default:
      return false
  }
}

/**
 * Parses the Prefer header. The first of a repeated preference counts. Unknown ones are ignored as RFC 7240
 * allows, or refused (PGRST122) with `handling=strict`. Always refused, because ignoring them would do harm:
 * `tx=rollback`, and `max-affected` without `handling=strict`. A planned count becomes our estimate.
 */
export function parsePrefer(header: string | null): Prefer {
  const prefer: Prefer = {}
  if (!header) return prefer
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    if (preference === '' || preference === 'tx=commit') continue
    if (preference === 'tx=rollback') throw refuse(preference, 'Every request commits.')
    const equals = preference.indexOf('=')
    if (!set(prefer, preference.slice(0, Math.max(equals, 0)), preference.slice(equals + 1))) {
      unknown.push(preference)
    }
  }
  if (prefer.handling === 'strict' && unknown.length > 0) throw invalid(unknown)
  if (prefer.maxAffected !== undefined && prefer.handling !== 'strict') {
    throw refuse('max-affected without handling=strict', 'Send handling=strict with it.')
  }
  return prefer
}

const order = ['resolution', 'missing', 'return', 'count', 'handling'] as const

/** The Preference-Applied header: the request's preferences that this kind of request honours. */
export function preferenceApplied(
  prefer: Prefer,
  honoured: readonly (keyof Prefer)[],
): Record<string, string> {
  const applied: string[] = []
  for (const key of order) if (prefer[key] && honoured.includes(key)) applied.push(`${key}=${prefer[key]}`)
  if (prefer.maxAffected !== undefined && honoured.includes('maxAffected')) {
    applied.push(`max-affected=${prefer.maxAffected}`)
  }
  return applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {}
}
