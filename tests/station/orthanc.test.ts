import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#station/spool.ts'
import { freePort } from '#tests/free-port.ts'
import { until } from '#tests/until.ts'
import { dcmtk, hasDcmtk } from './dcmtk.ts'
import { type Running, startProgram } from './program.ts'
import { writeImage } from './stage.ts'

const orthanc = '/usr/sbin/Orthanc'
const isThere = hasDcmtk && existsSync(orthanc)
if (!isThere) console.warn('Orthanc or dcmtk is not installed: forwarding by it is not tried.')

describe.runIf(isThere)('Orthanc', () => {
  let root = ''
  let running: Running

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'indice-orthanc-'))
    running = await startProgram(join(root, 'data'))
  })
  afterAll(async () => {
    await running?.close()
    await rm(root, { recursive: true, force: true })
  })

  it('forwards a study by its REST interface, and the study arrives once', async () => {
    const images = join(root, 'images')
    await mkdir(images)
    for (let number = 0; number < 20; number++)
      await writeImage(images, { study: '2.25.31', instance: `2.25.32.${number}`, name: 'Núñez^Ana' })
    const [http, dicom] = [await freePort(), await freePort()]
    const config = {
      ...{
        Name: 'prueba',
        StorageDirectory: join(root, 'db'),
        IndexDirectory: join(root, 'db'),
        Plugins: [],
      },
      ...{
        HttpPort: http,
        RemoteAccessAllowed: false,
        AuthenticationEnabled: false,
        DicomPort: dicom,
        DicomAet: 'TOMO',
      },
      DicomModalities: { indice: ['INDICE', '127.0.0.1', running.port] },
    }
    await writeFile(join(root, 'orthanc.json'), JSON.stringify(config))
    const child = spawn(orthanc, [join(root, 'orthanc.json')], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${http}/${path}`, init)
    try {
      await until(async () => expect((await ask('system')).ok).toBe(true))
      expect((await dcmtk('storescu', ['-aet', 'X', '127.0.0.1', String(dicom), '+sd', images])).status).toBe(
        0,
      )
      const [study] = await (await ask('studies')).json()
      expect((await ask('modalities/indice/echo', { method: 'POST', body: '{}' })).ok).toBe(true)
      for (let times = 0; times < 2; times++)
        expect((await ask('modalities/indice/store', { method: 'POST', body: study })).ok).toBe(true)
    } finally {
      child.kill()
      await ended
    }
    const studies = join(root, 'data', 'station', 'studies')
    expect(await readdir(studies)).toEqual([hashOf('2.25.31')])
    const kept = await readdir(join(studies, hashOf('2.25.31')))
    expect(kept.filter((name) => name.endsWith('.dcm'))).toHaveLength(20)
  })
})
