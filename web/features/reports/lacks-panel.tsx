import type { Lack } from '#domain/report-lacks.ts'
import { focusField } from './field-element.ts'

/** All that is missing before the report can be signed; each leads to its field. */
export function LacksPanel({ lacks }: { lacks: readonly Lack[] }) {
  if (lacks.length === 0) return null
  return (
    <div role="alert" className="grid max-h-40 gap-1 overflow-y-auto rounded-field bg-bad-soft px-4 py-3">
      <p className="font-semibold text-bad">Falta para firmar:</p>
      <ul className="grid justify-items-start">
        {lacks.map(({ field, words }) => (
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
    </div>
  )
}
