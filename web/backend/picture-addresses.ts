import { pictureMemory } from './picture-memory.ts'
import { getStorage } from './services-on-demand.ts'
import { studyBucket } from './study-bucket.ts'

/** How long the address of a picture works, in seconds, and how long it is used, in milliseconds. */
const life = 600
const use = 540_000

/**
 * What is asked for within so many milliseconds is asked for at once, and at most so many paths. A slow device draws the rows
 * of a list one after another: it collects until it comes to rest, but not much longer.
 */
const collecting = 20
const drawing = 200
const most = 100

let batch: { paths: Set<string>; addresses: Promise<Map<string, string>> } | null = null

/** The address of a picture in study_files, if it was asked for a moment ago; else null. */
export function knownPicture(path: string): string | null {
  const found = pictureMemory().get(path)
  return found && found.until > Date.now() ? found.address : null
}

/** Loads what asks for addresses, while the rows that name the pictures are still on their way. */
export function preparePictures(): void {
  // Whoever asks for an address is told.
  getStorage().catch(() => {})
}

/** The address of a picture in study_files; null when it may not be seen or nobody answers. */
export async function pictureAddress(path: string): Promise<string | null> {
  batch ??= collect()
  batch.paths.add(path)
  const addresses = await batch.addresses
  return addresses.get(path) ?? null
}

/**
 * The same for a picture that somebody waits for: it is not collected with others, but the files `beside` it, which are needed
 * next, are asked for with it.
 */
export async function addressNow(path: string, beside: readonly string[] = []): Promise<string | null> {
  const known = knownPicture(path)
  if (known) return known
  const asked = new Set([path, ...beside.filter((other) => knownPicture(other) === null)])
  return new Map(await askFor([...asked])).get(path) ?? null
}

function collect() {
  const paths = new Set<string>()
  const collected = new Promise<void>((resolve) => setTimeout(resolve, collecting)).then(atRest)
  const addresses = collected.then(async () => {
    batch = null
    const all = [...paths]
    const parts: string[][] = []
    for (let at = 0; at < all.length; at += most) parts.push(all.slice(at, at + most))
    return new Map((await Promise.all(parts.map(askFor))).flat())
  })
  return { paths, addresses }
}

function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: drawing })
    else resolve()
  })
}

async function askFor(paths: string[]): Promise<[path: string, address: string][]> {
  const memory = pictureMemory()
  const until = Date.now() + use
  try {
    const { data, error } = await (await getStorage()).from(studyBucket).createSignedUrls(paths, life)
    if (error) throw error
    return data.flatMap(({ path, signedUrl, error }) => {
      if (path === null || error || !signedUrl) return []
      memory.set(path, { address: signedUrl, until })
      return [[path, signedUrl]]
    })
  } catch {
    // A list without its pictures is still a list.
    return []
  }
}
