import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'
import { assetNames, extensionOf } from '#demo/generate/assets.ts'
import { assetFile } from '#demo/generate/study-file.ts'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import type { Made } from './demo-previews/page.ts'

// Makes the pictures and the preview volume of every file that the demo hands out, in a browser and with the portal's own
// code, and writes them to demo/assets/previews. Run it again when one of the files changes.
// node --import tsx tools/demo-previews.ts [NAME...]

const assets = join(import.meta.dirname, '../demo/assets/previews')
const nobody = { full_name: 'Persona de Demostración', age: null }
const study = {
  id: '00000000-0000-4000-8000-000000000001',
  study_type: 'Estudio',
  study_date: '2026-01-15',
}
const wanted = process.argv.slice(2)
const names = assetNames.filter((name) => wanted.length === 0 || wanted.includes(name))

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
  // Before the site looks into its folder.
  for (const name of names) await writeFile(join(folder, name), (await assetFile(name, study, nobody)).bytes)
  await site.listen()
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.log(error.message))
  await page.goto(site.resolvedUrls?.local[0] ?? '', { waitUntil: 'load' })
  for (const name of names) {
    const { files: pictures, ...row }: Made = await page.evaluate(
      ([address, called]) =>
        (window as unknown as { make(address: string, name: string): Promise<Made> }).make(address, called),
      [`/${name}`, `${name}.${extensionOf(name)}`] as const,
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
