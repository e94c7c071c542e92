import { RemoteError } from './remote-error.ts'

/** An address of a file; whether there will never be one, or none was to be had just now. */
type Answer = { url: string } | { refused: boolean }

/**
 * Asks the page for an address of a file, which the worker cannot sign. Throws RemoteError 'refused' where there is none any
 * more, and Error where it may be had later.
 */
export function askThrough(port: MessagePort): () => Promise<string> {
  /** Answers come in the order of the questions. */
  const waiting: ((answer: Answer) => void)[] = []
  port.onmessage = ({ data }: MessageEvent<Answer>) => waiting.shift()?.(data)
  return async () => {
    const answer = await new Promise<Answer>((resolve) => {
      waiting.push(resolve)
      port.postMessage(null)
    })
    if ('url' in answer) return answer.url
    if (answer.refused) throw new RemoteError('refused', 'no address')
    throw new Error('No address now')
  }
}

/** The page's end: `address` is asked as often as the worker asks; `isFinal` says of what it throws whether it stays so. */
export function answerThrough(
  port: MessagePort,
  address: () => Promise<string>,
  isFinal: (failure: unknown) => boolean,
): void {
  port.onmessage = async () => {
    const answer = address().then(
      (url): Answer => ({ url }),
      (failure: unknown): Answer => ({ refused: isFinal(failure) }),
    )
    port.postMessage(await answer)
  }
}
