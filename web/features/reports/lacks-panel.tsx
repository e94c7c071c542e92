import { useEffect, useRef, useState } from 'react'
import type { Lack } from '#domain/report-lacks.ts'
import { focusField } from './field-element.ts'

/** As many stand there at once: the fields say the same. */
const shown = 3

/** What is missing before the report can be signed, the first of it until somebody asks for all; each leads to its field. */
export function LacksPanel({ lacks }: { lacks: readonly Lack[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The button that was pressed is gone: one goes on where the list does.
    if (showsAll) list.current?.querySelectorAll('button')[shown]?.focus()
  }, [showsAll])
  if (lacks.length === 0) return null
  // A button for one more would take the line that it saves.
  const first = showsAll || lacks.length <= shown + 1 ? lacks : lacks.slice(0, shown)
  return (
    <div role="alert" className="grid max-h-64 gap-1 overflow-y-auto rounded-field bg-bad-soft px-4 py-3">
      <p className="font-semibold text-bad">Falta para firmar:</p>
      <ul ref={list} className="grid justify-items-start">
        {first.map(({ field, words }) => (
          <li key={field + words}>
            <button
              type="button"
              onClick={() => focusField(field)}
              className="touch-target text-left text-meta text-bad underline underline-offset-4"
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
      {first.length < lacks.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="touch-target justify-self-start text-left text-meta font-semibold text-bad"
        >
          Ver los {lacks.length} datos
        </button>
      )}
    </div>
  )
}
