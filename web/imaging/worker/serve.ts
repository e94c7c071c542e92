import { asImagingError } from '#web/imaging/problems.ts'
import type { CallName, Calls, FromWorker, Question, ToWorker } from './protocol.ts'

export type Context = { signal: AbortSignal; onProgress: (part: number) => void }
export type Handlers = {
  [Name in CallName]: (ask: Calls[Name]['ask'], context: Context) => Promise<Calls[Name]['answer']>
}

/** Answers the questions that come through `port` until it is closed; what is thrown goes back as a problem. */
export function serve(port: MessagePort, handlers: Handlers): void {
  const running = new Map<number, AbortController>()
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if ('cancel' in data) running.get(data.call)?.abort()
    else void respond(data)
  }

  async function respond(question: Question): Promise<void> {
    const { call } = question
    const controller = new AbortController()
    running.set(call, controller)
    const send = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    try {
      const onProgress = throttled((progress) => send({ call, progress }))
      const answer = await handle(handlers, question, { signal: controller.signal, onProgress })
      send({ call, answer }, buffersOf(answer))
    } catch (error) {
      const { problem, message } = asImagingError(error)
      send({ call, problem, detail: message })
    } finally {
      running.delete(call)
    }
  }
}

function handle(handlers: Handlers, { name, ask }: Question, context: Context): Promise<unknown> {
  switch (name) {
    case 'open':
      return handlers.open(ask, context)
    case 'picture':
      return handlers.picture(ask, context)
    case 'blob':
      return handlers.blob(ask, context)
    case 'volume':
      return handlers.volume(ask, context)
    case 'sheet':
      return handlers.sheet(ask, context)
    case 'cut':
      return handlers.cut(ask, context)
    case 'panoramic':
      return handlers.panoramic(ask, context)
    case 'crossSections':
      return handlers.crossSections(ask, context)
    case 'arch':
      return handlers.arch(ask, context)
    case 'release':
      return handlers.release(ask, context)
  }
}

/** Nobody sees more than a hundred steps. */
function throttled(tell: (part: number) => void): (part: number) => void {
  let told = -1
  return (part) => {
    const percent = Math.floor(part * 100)
    if (percent === told) return
    told = percent
    tell(part)
  }
}

/** What is transferred to the page instead of copied: fresh pixels. Tables are small, and an open file still needs them. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  if (Array.isArray(answer)) return answer.flatMap(buffersOf)
  if (answer === null || typeof answer !== 'object') return []
  return Object.entries(answer).flatMap(([name, value]) =>
    (name === 'pixels' || name === 'values') &&
    ArrayBuffer.isView(value) &&
    value.buffer instanceof ArrayBuffer
      ? [value.buffer]
      : [],
  )
}
