import { eraseOldPhotos } from './removed-photos.ts'
import { createResumableFiles } from './resumable-files.ts'

const EVERY_MS = 60 * 60 * 1000

/** Erases expired unfinished uploads and removed photos, now and every hour. Returns a function that stops it. */
export async function startSweeping(folder: string): Promise<() => Promise<void>> {
  const files = createResumableFiles(folder)
  let working: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    const now = new Date()
    working = Promise.all([
      files.sweep(now).catch(complain('unfinished uploads')),
      eraseOldPhotos(folder, now).catch(complain('removed photos')),
    ])
    return working
  }
  await sweep()
  const timer = setInterval(() => void sweep(), EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}

const complain = (what: string) => (error: unknown) => {
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : typeof error
  console.error(`storage: ${what} could not be erased: ${code}`)
}
