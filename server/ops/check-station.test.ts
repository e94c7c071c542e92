import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkFolder, checkStation } from './check-station.ts'

const rest = { aet: 'INDICE', worklist: true, watched: undefined }

it('says whether machines reach the station, and where', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const at = (host: string) => checkStation({ dicom: { host, port, ...rest } })
  expect(await at('127.0.0.1')).toMatchObject({
    level: 'warning',
    text: expect.stringContaining(`puerto ${port}`),
  })
  expect(await at('0.0.0.0')).toEqual({
    level: 'ok',
    text: `Los equipos de imagen se conectan a 0.0.0.0, puerto ${port}, AE title INDICE.`,
  })
  server.close()
  await once(server, 'close')
  expect(await at('0.0.0.0')).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('Nadie atiende'),
  })
  expect((await checkStation({ dicom: undefined })).level).toBe('ok')
  expect((await checkStation({ dicom: { host: '127.0.0.1', port: undefined, ...rest } })).level).toBe('ok')
})

it('says whether the watched folder can be read', async () => {
  const at = (watched: string | undefined) =>
    checkFolder({ dicom: { host: '127.0.0.1', port: undefined, ...rest, watched } })
  expect(await at(undefined)).toBeUndefined()
  expect(await at(tmpdir())).toMatchObject({ level: 'ok', text: expect.stringContaining(tmpdir()) })
  expect(await at(join(tmpdir(), 'no-hay'))).toMatchObject({ level: 'warning' })
})
