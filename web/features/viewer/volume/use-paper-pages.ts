import { useEffect, useRef, useState } from 'react'
import { freeAddress } from '#web/ui/save-file.ts'
import type { DrawnPage } from './paper-drawing.ts'

/** Answers pages one by one, until `signal` stops it. */
export type AskPages = (signal: AbortSignal) => AsyncGenerator<DrawnPage, void>
type Shown = {
  /** With an address for each picture, good while the page is shown. */
  pages: readonly (DrawnPage & { urls: ReadonlyMap<string, string> })[]
  state: 'drawing' | 'ready' | 'stopped' | 'failed'
}
const none: Shown = { pages: [], state: 'drawing' }

/**
 * Draws pages one by one; another question begins anew and frees what was drawn. `stop` keeps the pages that are there, `again`
 * asks the same once more. Null draws nothing.
 */
export function usePaperPages(ask: AskPages | null): Shown & { stop: () => void; again: () => void } {
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState(none)
  const running = useRef<AbortController>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks the same once more.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const urls: string[] = []
    running.current = controller
    setShown(none)
    if (ask) void draw(ask)

    async function draw(question: AskPages) {
      const end = (state: Shown['state']) => signal.aborted || setShown(({ pages }) => ({ pages, state }))
      try {
        for await (const page of question(signal)) {
          if (signal.aborted) return
          const named = new Map([...page.pictures].map(([name, blob]) => [name, URL.createObjectURL(blob)]))
          urls.push(...named.values())
          setShown(({ pages, state }) => ({ pages: [...pages, { ...page, urls: named }], state }))
        }
        end('ready')
      } catch {
        end('failed')
      }
    }
    return () => {
      controller.abort()
      for (const url of urls) freeAddress(url)
    }
  }, [ask, turn])

  return {
    ...shown,
    stop: () => {
      running.current?.abort()
      setShown(({ pages }) => ({ pages, state: 'stopped' }))
    },
    again: () => setTurn((before) => before + 1),
  }
}
