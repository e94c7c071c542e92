import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { filmDicom, filmNames } from '#demo/generate/films.ts'
import { phantomScan, phantomVolume } from '#demo/generate/phantoms.ts'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import type { Made } from './demo-previews/page.ts'

// Makes the pictures and the preview volume of every file that the demo hands out, in a browser and with the portal's own
// code, and writes them to demo/assets/previews. Run it again when one of the files changes.
// node --import tsx tools/demo-previews.ts

const assets = join(import.meta.dirname, '../demo/assets/previews')
const nobody = { full_name: 'Persona de Demostración', age: null }
const day = '2026-01-15'
const files: [name: string, fileName: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ...filmNames.map((name): (typeof files)[number] => {
    const study = { id: '00000000-0000-4000-8000-000000000001', study_type: name, study_date: day }
    return [name, 'radiografia.dcm', filmDicom(name, study, nobody)]
  }),
  ['tomografia', 'tomografia.zip', await phantomVolume()],
  ['escaneo', 'escaneo.ply', phantomScan()],
]

const folder = await mkdtemp(join(tmpdir(), 'indice-previews-'))
const site = await createServer({
  configFile: false,
  root: join(import.meta.dirname, 'demo-previews'),
  publicDir: folder,
  logLevel: 'error',
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 0, hmr: false, fs: { strict: false } },
})
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
try {
  for (const [name, , bytes] of files) await writeFile(join(folder, name), bytes)
  await site.listen()
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.log(error.message))
  await page.goto(site.resolvedUrls?.local[0] ?? '', { waitUntil: 'load' })
  for (const [name, fileName] of files) {
    const { files: pictures, ...row }: Made = await page.evaluate(
      ([address, called]) =>
        (window as unknown as { make(address: string, name: string): Promise<Made> }).make(address, called),
      [`/${name}`, fileName] as const,
    )
    await mkdir(join(assets, name), { recursive: true })
    for (const [file, text] of Object.entries(pictures))
      await writeFile(join(assets, name, file), Buffer.from(text, 'base64'))
    await writeFile(join(assets, name, 'preview.json'), `${JSON.stringify(row, null, 2)}\n`)
    console.log(name, Object.keys(pictures).length)
  }
} finally {
  await browser.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
}
