import type { Server } from 'node:net'
import { networkOf } from './network.ts'
import { createTally } from './tally.ts'

/** Hangs up on a network that already holds as many connections as one may. */
export function limitConnections(server: Server, most: number): void {
  const open = createTally()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open.of(network) >= most) socket.destroy()
    else socket.once('close', open.add(network))
  })
}
