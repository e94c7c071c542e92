import type { Server } from 'node:net'
import { networkOf } from './network.ts'
import { createTally } from './tally.ts'

/** Closes a new connection when its network already holds `most`. */
export function limitConnections(server: Server, most: number): void {
  const open = createTally()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open.of(network) >= most) socket.destroy()
    else socket.once('close', open.add(network))
  })
}
