import { Client, type ClientConfig } from 'pg'
import { DatabaseError } from '#server/base/errors.ts'
import { createMeter } from './message-meter.ts'

/** One message of PostgreSQL, e.g. a row: the most that one query may answer (32 MB, `rest.charge`) plus its framing. */
const longestMessage = 33 * 1024 * 1024

/**
 * pg's client, made safe against bad responses: an error while parsing one does not end the process, and a message
 * over 33 MB is not read. Both close the connection, and its queries fail with class 08.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    guard(this.connection)
  }
}

/** pg parses in a listener of its socket (or of TLS), where no caller could catch an error. */
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
