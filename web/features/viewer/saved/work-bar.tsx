import {
  Bookmark,
  Check,
  CloudAlert,
  Columns2,
  EllipsisVertical,
  Eye,
  EyeOff,
  LoaderCircle,
  Lock,
  type LucideIcon,
  RotateCcw,
  Spline,
  Users,
  X,
} from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { usePopupList } from '#web/ui/use-popup-list.ts'
import { InBar } from '../stage/bar.tsx'
import { FilmButton } from '../stage/film.tsx'
import { type Tool, ToolList } from '../stage/toolbar.tsx'
import type { SaveState } from './save-queue.ts'
import type { Audience } from './use-kept-marks.ts'

const words: Record<SaveState, string> = {
  saved: 'Guardado',
  saving: 'Guardando...',
  failed: 'Sin guardar',
}
/** What a narrow bar has no room for. */
const next: Partial<Record<SaveState, string>> = { failed: ': se reintentará' }
const size = 'size-4.5'
const looks: Record<SaveState, { Icon: LucideIcon; look: string }> = {
  saved: { Icon: Check, look: 'text-signal' },
  saving: { Icon: LoaderCircle, look: 'animate-spin' },
  failed: { Icon: CloudAlert, look: 'text-pend-strong' },
}

/** Says whether the work is kept, and who sees it; leads to the key images. Where it is narrow, most of it is in a list. */
export function WorkBar({
  states,
  images,
  isOpen,
  onOpen,
  others,
  onOthers,
  audience,
  onAudience,
  onCompare,
  onGiveCurve,
}: {
  states: readonly SaveState[]
  /** How many key images there are. */
  images: number
  /** Whether they are shown. */
  isOpen: boolean
  onOpen: () => void
  /** Whether marks of colleagues are shown; null where there are none. */
  others: boolean | null
  onOthers: (shown: boolean) => void
  audience: Audience
  /** Null where nobody else may see the marks. */
  onAudience: ((audience: Audience) => void) | null
  /** Null beside another study. */
  onCompare: (() => void) | null
  /** Where a curve is seen that this person may give to everybody. */
  onGiveCurve: (() => void) | null
}) {
  const state = states.find((one) => one === 'failed') ?? states.find((one) => one === 'saving') ?? 'saved'
  const isOwn = audience === 'author'
  const marks: Tool[] = [
    ...(others === null
      ? []
      : [
          {
            id: 'others',
            label: 'Marcas de otros',
            icon: others ? <Eye aria-hidden className={size} /> : <EyeOff aria-hidden className={size} />,
            pressed: others,
            run: () => onOthers(!others),
          },
        ]),
    ...(onGiveCurve
      ? [
          {
            id: 'curve',
            label: 'Usar esta curva para todos',
            icon: <Spline aria-hidden className={size} />,
            run: onGiveCurve,
          },
        ]
      : []),
    ...(onAudience
      ? [
          {
            id: 'audience',
            label: isOwn ? 'Mis marcas: solo yo' : 'Mis marcas: la clínica',
            icon: isOwn ? <Lock aria-hidden className={size} /> : <Users aria-hidden className={size} />,
            run: () => onAudience(isOwn ? 'clinic' : 'author'),
          },
        ]
      : []),
  ]
  const pair: Tool[] = onCompare
    ? [
        {
          id: 'compare',
          label: 'Comparar',
          icon: <Columns2 aria-hidden className={size} />,
          run: onCompare,
        },
      ]
    : []
  const keys = {
    id: 'keys',
    icon: <Bookmark aria-hidden className={size} />,
    expanded: isOpen,
    run: onOpen,
  }
  const counted = { ...keys, label: `Imágenes clave (${images})` }
  return (
    <>
      <section
        aria-label="Trabajo guardado"
        className="flex flex-wrap items-center justify-end gap-x-1 px-1.5 @max-[40rem]:hidden sm:px-3"
      >
        <State state={state} />
        <Toggles tools={marks} className={cx(onGiveCurve && '@max-[57rem]:hidden')} />
        <Toggles tools={[counted, ...pair]} />
        {onGiveCurve && (
          <div className="@min-[57rem]:hidden">
            <More tools={marks} label="Marcas" />
          </div>
        )}
      </section>
      <InBar place="state">
        <p role="status" className="flex items-center gap-1 text-chip font-normal text-film-ink-2">
          <StateIcon state={state} className="size-3.5 shrink-0" />
          {words[state]}
          <span className="sr-only">{next[state]}</span>
        </p>
      </InBar>
      <InBar place="work">
        <section aria-label="Trabajo guardado" className="flex items-center">
          {images > 0 && (
            <Toggle {...keys}>
              <span className="@max-[24rem]:sr-only">
                <span className="sr-only">Imágenes clave </span>({images})
              </span>
            </Toggle>
          )}
          <More tools={[...(images > 0 ? [] : [counted]), ...marks, ...pair]} label="Marcas y comparación" />
        </section>
      </InBar>
    </>
  )
}

function State({ state }: { state: SaveState }) {
  return (
    <p
      role="status"
      className="mr-auto flex min-h-9 min-w-0 items-center gap-1.5 pl-1 text-meta text-film-ink-2"
    >
      <StateIcon state={state} className="size-4.5 shrink-0" />
      {words[state]}
      {next[state]}
    </p>
  )
}

function StateIcon({ state, className }: { state: SaveState; className: string }) {
  const { Icon, look } = looks[state]
  return <Icon aria-hidden className={cx(className, look)} />
}

const style =
  'touch-target inline-flex min-h-9 items-center gap-1.5 rounded-small px-2 text-meta font-semibold whitespace-nowrap transition pointer-coarse:min-h-11'

function Toggle({
  icon,
  pressed,
  expanded,
  run,
  children,
}: Pick<Tool, 'icon' | 'pressed' | 'expanded' | 'run'> & { children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={run}
      className={cx(style, (pressed ?? expanded) ? 'text-signal' : 'text-film-ink hover:bg-film-800')}
    >
      {icon}
      {children}
    </button>
  )
}

function Toggles({ tools, className }: { tools: readonly Tool[]; className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-center justify-end gap-x-1', className)}>
      {tools.map((tool) => (
        <Toggle key={tool.id} {...tool}>
          {tool.label}
        </Toggle>
      ))}
    </div>
  )
}

/** What has no room in a narrow bar. */
function More({ tools, label }: { tools: readonly Tool[]; label: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { open, setOpen, close, onKeyDown } = usePopupList(button, list)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={cx(style, open ? 'text-signal' : 'text-film-ink hover:bg-film-800')}
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </button>
      {open && <ToolList {...{ list, id, tools, label, onKeyDown }} onChosen={() => close(true)} />}
    </>
  )
}

/** Stands there until it is put away, or the study is opened as for the first time; in a narrow frame not beside what was opened. */
export function WasLeft({ onAnew, onClose }: { onAnew: () => void; onClose: () => void }) {
  return (
    <div className="flex items-center gap-2 border-b border-film-800 px-3 py-1 text-meta @max-viewer:group-has-data-keys/viewer:hidden @max-viewer:group-has-data-panel/viewer:hidden">
      <p role="status" className="mr-auto min-w-0">
        Se abrió como lo dejaste.
      </p>
      <FilmButton compact icon={<RotateCcw aria-hidden className="size-4" />} onClick={onAnew}>
        Empezar de nuevo
      </FilmButton>
      <IconButton
        tone="film"
        label="Cerrar el aviso"
        icon={<X aria-hidden className="size-5" />}
        onClick={onClose}
      />
    </div>
  )
}
