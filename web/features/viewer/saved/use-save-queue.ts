import { useEffect, useEffectEvent, useState } from 'react'
import { createSaveQueue, type SaveQueue, type SaveState } from './save-queue.ts'

const clock = {
  set: (run: () => void, ms: number) => setTimeout(run, ms),
  clear: (timer: unknown) => clearTimeout(timer as ReturnType<typeof setTimeout>),
}

/**
 * A queue that lives as long as the study is open, and sends at once what waits when it is left, when its page is hidden, and
 * when the connection is back. What is on its way then goes on.
 */
export function useSaveQueue<Row>({
  send,
  onFailure,
}: {
  send: (rows: Row[]) => Promise<void>
  onFailure: (failure: unknown) => void
}): { queue: SaveQueue<Row>; state: SaveState } {
  const [state, setState] = useState<SaveState>('saved')
  const sends = useEffectEvent(send)
  const fails = useEffectEvent(onFailure)
  const [queue] = useState(() =>
    createSaveQueue<Row>({
      send: (rows) => sends(rows),
      onState: setState,
      onFailure: (why) => fails(why),
      clock,
    }),
  )
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && queue.flush()
    addEventListener('online', queue.flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('online', queue.flush)
      document.removeEventListener('visibilitychange', hidden)
      queue.flush()
    }
  }, [queue])
  return { queue, state }
}
