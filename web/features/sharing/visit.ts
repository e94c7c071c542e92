const key = 'shared-visit'

/** The visit to this link that the tab has open, or null. It ends with the tab. */
export function keptVisit(token: string): string | null {
  try {
    const [of, visit] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return of === token && typeof visit === 'string' ? visit : null
  } catch {
    return null
  }
}

export function keepVisit(token: string, visit: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([token, visit]))
  } catch {
    // Then a reload asks for the PIN again.
  }
}

export function forgetVisit(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
