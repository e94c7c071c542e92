import { Download, Eye, EyeOff } from 'lucide-react'
import { problemWords } from '#web/copy/imaging.ts'
import { FilmButton } from '../stage/film.tsx'
import { PanelFrame } from '../stage/panel-frame.tsx'
import type { Look } from './scene.ts'
import type { FailedScan, MeshPart, Scan } from './use-scans.ts'

/**
 * 'Modelos': the scans of a study, each of which can be hidden or made transparent and shows its colour; what could not be read, to be
 * saved; and whether the scanner's colours are shown.
 */
export function ScanList({
  scans,
  names,
  failed,
  looks,
  onChange,
  onColors,
  onSave,
  onClose,
}: {
  scans: Scan[]
  /** In the order of the scans. */
  names: string[]
  failed: FailedScan[]
  looks: Look[]
  onChange: (index: number, change: Partial<Look>) => void
  /** Undefined where no file has colours. */
  onColors: (() => void) | undefined
  onSave: (part: MeshPart) => void
  onClose: () => void
}) {
  return (
    <PanelFrame label="Modelos del estudio" title="Modelos" onClose={onClose}>
      <ul aria-label="Modelos" className="-my-2">
        {scans.map(({ part, data }, i) => {
          const look = looks[i]
          const name = names[i]
          if (!look || !name) return null
          const own = look.ownColors && data.colors
          const Icon = look.visible ? Eye : EyeOff
          return (
            <li key={part.id} className="flex min-h-11 items-center gap-3">
              <label className="relative flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-small has-focus-visible:outline-2 has-focus-visible:outline-signal">
                <input
                  type="checkbox"
                  role="switch"
                  checked={look.visible}
                  aria-checked={look.visible}
                  onChange={({ target }) => onChange(i, { visible: target.checked })}
                  className="absolute inset-0 cursor-pointer appearance-none outline-none"
                />
                <Icon
                  aria-hidden
                  className={look.visible ? 'size-5 text-signal' : 'size-5 text-film-ink-2'}
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
          <li
            key={part.id}
            className="flex flex-wrap items-center justify-between gap-2 py-2 text-meta text-film-ink-2"
          >
            <p className="min-w-0 flex-1 basis-40 wrap-break-word">
              <span className="font-semibold text-film-ink">{part.name.split('/').at(-1)}</span>{' '}
              {problemWords[problem].title}.
            </p>
            <FilmButton
              compact
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => onSave(part)}
            >
              Descargar
            </FilmButton>
          </li>
        ))}
      </ul>
      {onColors && (
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-meta font-semibold">
          <input
            type="checkbox"
            role="switch"
            checked={looks[0]?.ownColors === true}
            aria-checked={looks[0]?.ownColors === true}
            onChange={onColors}
            className="size-5 shrink-0 accent-signal"
          />
          Colores del escáner
        </label>
      )}
    </PanelFrame>
  )
}
