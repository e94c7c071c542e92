import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { Call, type CallDeps } from './call.ts'
import { createPduReader, type Pdu, PduFault, pduType } from './pdus.ts'
import { stationLimits } from './settings.ts'

/** A-ABORT by the provider (PS3.8 9.3.8): a PDU that may not come now, or a value that makes no sense. */
const abort = { unexpected: 2, invalid: 6 } as const

/**
 * Serves one connection until it ends. The package gets whole, checked PDUs one by one, each once the one before is dealt with: by itself it
 * would hold whatever a stranger sends, and take a message before the last is answered.
 */
export async function serveLine(socket: Socket, deps: CallDeps): Promise<void> {
  const line = new Line(socket)
  // The package asks of its socket what `Line` has, and nothing else.
  const call = new Call(line as unknown as Socket, socket.remoteAddress ?? '', () => hangUp(socket), deps)
  call.on('networkError', () => breakOff(socket, abort.invalid))
  const silence = startSilence(() => breakOff(socket, abort.unexpected))
  const reader = createPduReader()
  const check = createCheck(call)
  socket.on('error', () => {})
  socket.once('close', () => line.emit('close'))
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      for (const pdu of reader.take(chunk)) {
        silence.stop()
        check(pdu)
        line.emit('data', pdu.bytes)
        await call.settled()
        if (!socket.writable) return
        silence.start()
      }
    }
  } catch (error) {
    if (error instanceof PduFault) breakOff(socket, abort.invalid)
  } finally {
    silence.stop()
    await call.end()
    if (socket.writable) socket.destroy()
    // What is on its way still is not listened to; it would keep our last words from being heard.
    if (!socket.closed) await once(socket.resume(), 'close')
  }
}

/** The socket as the package sees it. */
class Line extends EventEmitter {
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  write(bytes: Buffer): boolean {
    return this.#socket.writable && this.#socket.write(bytes)
  }

  end(): void {
    this.#socket.end()
  }

  setTimeout(): this {
    return this
  }
}

function breakOff(socket: Socket, reason: number): void {
  if (socket.writable) socket.write(Buffer.from([pduType.abort, 0, 0, 0, 0, 4, 0, 0, 2, reason]))
  hangUp(socket)
}

/** The other side has a second to hang up as well. */
function hangUp(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), 1000)
  socket.once('close', () => clearTimeout(timer))
}

/** Messages that are held in memory are short, and every value is of a context that was agreed on. */
function createCheck(call: Call): (pdu: Pdu) => void {
  let held = 0
  return ({ value }) => {
    if (!value) return
    if (!call.hasContext(value.context)) throw new PduFault(`Context ${value.context}`)
    if (value.isCommand && call.isStoring) throw new PduFault('A command within an instance')
    held += value.isCommand || !call.isStoring ? value.length : 0
    if (held > stationLimits.message) throw new PduFault(`Message of ${held} bytes`)
    if (value.isLast) held = 0
  }
}

function startSilence(onSilence: () => void) {
  let timer: NodeJS.Timeout | undefined
  const silence = {
    start() {
      clearTimeout(timer)
      timer = setTimeout(onSilence, stationLimits.silenceMs)
    },
    stop: () => clearTimeout(timer),
  }
  silence.start()
  return silence
}
