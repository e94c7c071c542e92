/** Where an interrupted upload resumes, while the server keeps it. Names and people are stored only as a hash. */
type Unfinished = { address: string; until: number }

const prefix = 'upload-'
const lifeMs = 24 * 60 * 60 * 1000
const sampleBytes = 64 * 1024

/**
 * The key of a file for a patient and a sender: the same file chosen again after a reload has
 * the same key. Null where the browser has no hashes (plain http): then a reload starts over.
 */
export async function fingerprint(file: File, patientId: string, senderId: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const said = [file.name, file.size, file.lastModified, patientId, senderId].join('\n')
  const bytes = await new Blob([
    said,
    file.slice(0, sampleBytes),
    file.slice(Math.max(0, file.size - sampleBytes)),
  ]).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return prefix + Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The address of the upload with that key, if it can still go on. */
export function unfinishedUpload(key: string | null, now = Date.now()): string | null {
  forgetOld(now)
  const known = key === null ? null : read(localStorage.getItem(key))
  return known?.address ?? null
}

export function rememberUpload(key: string | null, address: string, now = Date.now()): void {
  if (key === null) return
  const entry: Unfinished = { address, until: now + lifeMs }
  try {
    localStorage.setItem(key, JSON.stringify(entry))
  } catch {
    // A full or blocked storage only costs resuming after a reload.
  }
}

export function forgetUpload(key: string | null): void {
  if (key !== null) localStorage.removeItem(key)
}

function forgetOld(now: number): void {
  for (const key of Object.keys(localStorage)) {
    if (!/^upload-[0-9a-f]{64}$/.test(key)) continue
    if ((read(localStorage.getItem(key))?.until ?? 0) <= now) localStorage.removeItem(key)
  }
}

function read(text: string | null): Unfinished | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { address, until } = value as Partial<Record<keyof Unfinished, unknown>>
    return typeof address === 'string' && typeof until === 'number' ? { address, until } : null
  } catch {
    return null
  }
}
