import { problemWords } from '#web/copy/imaging.ts'
import type { Look } from './scene.ts'
import type { FailedScan, Scan } from './use-scans.ts'

/** The scans of a study: each can be hidden or made transparent, and shows its colour. */
export function ScanList({
  scans,
  failed,
  looks,
  onChange,
}: {
  scans: Scan[]
  failed: FailedScan[]
  looks: Look[]
  onChange: (index: number, change: Partial<Look>) => void
}) {
  return (
    <ul
      aria-label="Modelos"
      className="shrink-0 overflow-y-auto border-film-800 bg-film-900 px-3 py-1 @max-viewer:max-h-40 @max-viewer:border-b @viewer:w-72 @viewer:border-l"
    >
      {scans.map(({ part, data }, i) => {
        const look = looks[i]
        if (!look) return null
        const name = part.name.split('/').at(-1) ?? part.name
        const own = look.ownColors && data.colors
        return (
          <li key={part.id} className="flex min-h-11 items-center gap-3">
            <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                role="switch"
                checked={look.visible}
                aria-checked={look.visible}
                onChange={({ target }) => onChange(i, { visible: target.checked })}
                className="size-5 shrink-0 accent-signal"
              />
              <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0">
                {own ? (
                  <>
                    <path d="M8 0a8 8 0 0 0 0 16z" fill="#f0e2c8" />
                    <path d="M8 0a8 8 0 0 1 0 16z" fill="#cd6e73" />
                  </>
                ) : (
                  <circle cx={8} cy={8} r={8} fill={look.tint} />
                )}
              </svg>
              <span className="truncate text-meta font-semibold" title={part.name}>
                {name}
              </span>
            </label>
            <input
              type="range"
              min={10}
              max={100}
              step={5}
              value={Math.round(look.opacity * 100)}
              disabled={!look.visible}
              aria-label={`Opacidad de ${name}`}
              aria-valuetext={`${Math.round(look.opacity * 100)} %`}
              onChange={({ target }) => onChange(i, { opacity: Number(target.value) / 100 })}
              className="h-11 w-24 shrink-0 accent-signal disabled:opacity-45"
            />
          </li>
        )
      })}
      {failed.map(({ part, problem }) => (
        <li key={part.id} className="py-2 text-meta text-film-ink-2">
          <span className="font-semibold text-film-ink wrap-break-word">{part.name.split('/').at(-1)}</span>{' '}
          {problemWords[problem].title}.
        </li>
      ))}
    </ul>
  )
}
