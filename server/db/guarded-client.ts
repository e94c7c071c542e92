import { Client, type ClientConfig } from 'pg'
import { DatabaseError } from './errors.ts'
import { createMeter } from './message-meter.ts'

/** One message of PostgreSQL, e.g. a row: the most that one question answers (32 MB, `rest.charge`) and what stands around it. */
const longestMessage = 33 * 1024 * 1024

/**
 * pg's client, but nothing that its reading of an answer throws ends the process, and no message of more than 33 MB is
 * gathered: the connection is broken off, and what was asked on it fails with class 08.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    guard(this.connection)
  }
}

/** pg reads in a listener of its socket (or of the TLS around it), where nobody could catch anything. */
function guard(connection: Client['connection']): void {
  const attach: unknown = Reflect.get(connection, 'attachListeners')
  if (typeof attach !== 'function') throw new Error('This version of pg reads its socket elsewhere')
  Reflect.set(connection, 'attachListeners', (stream: Client['connection']['stream']) => {
    Reflect.apply(attach, connection, [stream])
    const readers = stream.listeners('data')
    if (readers.length === 0) throw new Error('This version of pg reads its socket elsewhere')
    stream.removeAllListeners('data')
    const isLonger = createMeter(longestMessage)
    stream.on('data', (piece: Buffer) => {
      try {
        if (isLonger(piece)) throw new Error('A message of the database is too long')
        for (const read of readers) Reflect.apply(read, stream, [piece])
      } catch (error) {
        stream.destroy(brokenOff(error))
      }
    })
  })
}

function brokenOff(cause: unknown): DatabaseError {
  return new DatabaseError({ message: 'An answer of the database could not be read', code: '08006' }, cause)
}
