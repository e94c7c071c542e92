import { readdir, readFile } from 'node:fs/promises'

/**
 * Other processes with this folder in their arguments or environment. Empty without
 * /proc: there, programs end with their parents, and only a kill -9 leaves them running.
 */
export async function startedIn(folder: string): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const knows = await Promise.all(
    names.map(async (pid) => {
      const texts = ['cmdline', 'environ'].map((kind) =>
        readFile(`/proc/${pid}/${kind}`, 'utf8').catch(() => ''),
      )
      return (await Promise.all(texts)).some((text) => text.includes(folder))
    }),
  )
  return names
    .filter((_, index) => knows[index])
    .map(Number)
    .filter((pid) => pid !== process.pid)
}
