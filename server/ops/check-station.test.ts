import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { checkStation } from './check-station.ts'

it('says whether machines reach the station, and where', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const at = (host: string) => checkStation({ dicom: { host, port, aet: 'INDICE', worklist: true } })
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
})
