import { useId, useRef, useState } from 'react'
import type { Lack } from '#domain/report-lacks.ts'
import { focusField } from './field-element.ts'

const link = 'touch-target text-left text-meta text-bad underline underline-offset-4'

/** So many are listed at once: they take no more room than a sentence. */
const few = 2

/** What is missing before the report can be signed, of many how much, in one line that leaves room for the form; each gap leads to its field. */
export function LacksPanel({ lacks }: { lacks: readonly Lack[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const id = useId()
  /** The gap that was gone to last, and where it stood; 'Firmar' goes to the first. */
  const last = useRef({ of: keyOf(lacks[0]), at: 0 })
  if (lacks.length === 0) return null
  const isFew = lacks.length <= few

  function go(to: number): void {
    const lack = lacks[to % lacks.length]
    if (!lack) return
    last.current = { of: keyOf(lack), at: to % lacks.length }
    focusField(lack.field)
  }

  function goOn(): void {
    const { of, at } = last.current
    const here = lacks.findIndex((lack) => keyOf(lack) === of)
    // What was written meanwhile is no gap any more: the next one stands in its place.
    go(here < 0 ? at : here + 1)
  }

  return (
    <div role="alert" className="grid gap-1 rounded-field bg-bad-soft px-3 py-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="mr-auto text-meta font-semibold text-bad">
          Falta para firmar:{isFew ? '' : ` ${lacks.length}`}
        </p>
        {!isFew && (
          <>
            <button type="button" className={link} onClick={goOn}>
              Ir al siguiente
            </button>
            <button
              type="button"
              aria-expanded={showsAll}
              aria-controls={showsAll ? id : undefined}
              className={link}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? 'Ocultar' : 'Ver todos'}
            </button>
          </>
        )}
      </div>
      {(isFew || showsAll) && (
        <ul id={id} className="grid max-h-48 justify-items-start overflow-y-auto">
          {lacks.map((lack, at) => (
            <li key={keyOf(lack)}>
              <button type="button" className={link} onClick={() => go(at)}>
                {lack.words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const keyOf = (lack: Lack | undefined) => lack && lack.field + lack.words
