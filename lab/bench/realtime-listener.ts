import WebSocket from 'ws'
import { keyOf } from './realtime-writer.ts'

export type Person = { id: string; name: string; token: string }

/** A socket that watches three tables without a filter, so that only the policies select. */
export type Listener = {
  person: Person
  /** When each change first arrived, by its key. */
  got: Map<string, number>
  /** How often a change came twice, and how often the server closed the channel or the socket. */
  count: { twice: number; cut: number }
  close(): void
}

const watched = ['studies', 'invoices', 'medical_notes']

/** Opens a socket, joins like realtime-js and waits for the server's confirmation. */
export function listen(url: string, anonKey: string, person: Person, token: string): Promise<Listener> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const heartbeat = setInterval(
    () => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])),
    25_000,
  )
  let closing = false
  const close = () => {
    closing = true
    clearInterval(heartbeat)
    socket.close()
  }
  const listener: Listener = { person, got: new Map(), count: { twice: 0, cut: 0 }, close }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => {
      clearInterval(heartbeat)
      if (!closing) listener.count.cut += 1
      reject(new Error('The server closed a socket'))
    })
    socket.on('open', () => {
      const postgres_changes = watched.map((table) => ({ event: '*', schema: 'public', table }))
      const config = { broadcast: { ack: false, self: false }, presence: { key: '' }, postgres_changes }
      const payload = { config, access_token: token }
      socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload]))
    })
    socket.on('message', (data) => {
      const at = performance.now()
      const [, , , event, payload] = JSON.parse(String(data))
      if (event === 'postgres_changes') {
        const key = keyOf(payload.data)
        if (listener.got.has(key)) listener.count.twice += 1
        else listener.got.set(key, at)
      } else if (event === 'system' && payload.status === 'ok') resolve(listener)
      else if (event === 'phx_error' || (event === 'phx_reply' && payload.status === 'error')) {
        listener.count.cut += 1
        reject(new Error(`The channel ended: ${JSON.stringify(payload)}`))
      }
    })
  })
}
