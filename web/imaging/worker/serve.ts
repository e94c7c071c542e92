import { asImagingError } from '#web/imaging/problems.ts'
import type { CallName, Calls, FromWorker, QuestionOf, ToWorker } from './protocol.ts'

/** `onProgress` may be told an answer with what is there so far. */
export type Context<Answer> = {
  signal: AbortSignal
  onProgress: (part: number, early?: Answer) => void
}
export type Handlers = {
  [Name in CallName]: (
    ask: Calls[Name]['ask'],
    context: Context<Calls[Name]['answer']>,
  ) => Promise<Calls[Name]['answer']>
}

/** Answers the questions that come through `port` until it is closed; what is thrown goes back as a problem. */
export function serve(port: MessagePort, handlers: Handlers): void {
  const running = new Map<number, AbortController>()
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if ('cancel' in data) running.get(data.call)?.abort()
    else void respond(data)
  }

  async function respond<Name extends CallName>({ call, name, ask }: QuestionOf<Name>): Promise<void> {
    const controller = new AbortController()
    running.set(call, controller)
    const send = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer)
    try {
      const onProgress = throttled((progress: number, early?: Calls[Name]['answer']) =>
        send({ call, progress, early }),
      )
      const answer = await handlers[name](ask, { signal: controller.signal, onProgress })
      send({ call, answer }, buffersOf(answer))
    } catch (error) {
      const { problem, message, remote } = asImagingError(error)
      send({ call, problem, detail: message, remote })
    } finally {
      running.delete(call)
    }
  }
}

/** Nobody sees more than a hundred steps; an answer is never left out. */
function throttled<Early>(
  tell: (part: number, early?: Early) => void,
): (part: number, early?: Early) => void {
  let told = -1
  return (part, early) => {
    const percent = Math.floor(part * 100)
    if (percent === told && early === undefined) return
    told = percent
    tell(part, early)
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
