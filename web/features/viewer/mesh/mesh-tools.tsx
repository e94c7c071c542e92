import { Expand, ImageDown, Keyboard, Palette, RotateCw, Ruler, ZoomIn, ZoomOut } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { InBar } from '../stage/bar.tsx'
import { type Tool, Toolbar } from '../stage/toolbar.tsx'
import type { MeshAction } from './keys.ts'
import type { ViewName } from './pose.ts'
import type { ViewChoice } from './views.ts'

const size = 'size-5'

/** The views by name, and what can be done with the picture. */
export function MeshTools({
  views,
  current,
  measuring,
  colors,
  list,
  onView,
  act,
}: {
  views: ViewChoice[]
  /** The view that is shown, until somebody turns the model. */
  current: ViewName | null
  measuring: boolean
  /** Whether colours of the file are shown; undefined where there are none, and where the list has them. */
  colors: boolean | undefined
  /** Whether the list of models is open; undefined where there is one model. */
  list: boolean | undefined
  onView: (name: ViewName) => void
  act: (action: MeshAction) => void
}) {
  const all: (Omit<Tool, 'run' | 'id'> & { id: MeshAction })[] = [
    {
      id: 'fit',
      label: 'Ajustar a la pantalla',
      icon: <Expand aria-hidden className={size} />,
      shortcut: '0',
    },
    {
      id: 'in',
      label: 'Acercar',
      icon: <ZoomIn aria-hidden className={size} />,
      shortcut: '+',
      secondary: true,
      mouse: true,
    },
    {
      id: 'out',
      label: 'Alejar',
      icon: <ZoomOut aria-hidden className={size} />,
      shortcut: '-',
      secondary: true,
      mouse: true,
    },
    { id: 'turn', label: 'Girar 90°', icon: <RotateCw aria-hidden className={size} />, shortcut: 'R' },
    {
      id: 'measure',
      label: 'Medir distancia',
      icon: <Ruler aria-hidden className={size} />,
      shortcut: 'L',
      pressed: measuring,
    },
    {
      id: 'list',
      label: 'Modelos',
      icon: <Palette aria-hidden className={size} />,
      expanded: list,
    },
    {
      id: 'colors',
      label: 'Colores del escáner',
      icon: <Palette aria-hidden className={size} />,
      shortcut: 'C',
      pressed: colors,
    },
    {
      id: 'save',
      label: 'Guardar como PNG',
      icon: <ImageDown aria-hidden className={size} />,
      shortcut: 'S',
      secondary: true,
    },
    {
      id: 'help',
      label: 'Atajos',
      icon: <Keyboard aria-hidden className={size} />,
      shortcut: '?',
      secondary: true,
      mouse: true,
    },
  ]
  const missing = { colors: colors === undefined, list: list === undefined }
  const tools = all.filter(({ id }) => !((id === 'colors' || id === 'list') && missing[id]))
  return (
    <>
      <InBar place="ways">
        <fieldset
          data-long
          className="flex max-w-full min-w-0 overflow-x-auto rounded-small border border-film-700 bg-film-950 p-0.75 [scrollbar-width:none] @max-[40rem]:w-full @max-[40rem]:mask-r-from-[calc(100%-2.5rem)] @max-[40rem]:pr-10"
        >
          <legend className="sr-only">Vistas</legend>
          {views.map(({ name, label }, i) => (
            <button
              key={name}
              type="button"
              aria-pressed={current === name}
              aria-keyshortcuts={`${i + 1}`}
              onClick={() => onView(name)}
              className={cx(
                'min-h-7.5 flex-auto shrink-0 touch-target rounded-thumb px-3 text-chip/[1.2] font-semibold whitespace-nowrap transition focus-visible:-outline-offset-2',
                current === name ? 'bg-film-700 text-signal' : 'text-film-ink hover:bg-film-800',
              )}
            >
              {label}
              <Tooltip label={label} shortcut={`${i + 1}`} />
            </button>
          ))}
        </fieldset>
      </InBar>
      <Toolbar tools={tools.map((tool) => ({ ...tool, run: () => act(tool.id) }))} />
    </>
  )
}
