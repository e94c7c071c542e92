import { Expand, ImageDown, Keyboard, Palette, RotateCw, Ruler, ZoomIn, ZoomOut } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
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
  onView,
  act,
}: {
  views: ViewChoice[]
  /** The view that is shown, until somebody turns the model. */
  current: ViewName | null
  measuring: boolean
  /** Whether colours of the file are shown; undefined where there are none. */
  colors?: boolean
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
    { id: 'in', label: 'Acercar', icon: <ZoomIn aria-hidden className={size} />, shortcut: '+' },
    { id: 'out', label: 'Alejar', icon: <ZoomOut aria-hidden className={size} />, shortcut: '-' },
    { id: 'turn', label: 'Girar 90°', icon: <RotateCw aria-hidden className={size} />, shortcut: 'R' },
    {
      id: 'measure',
      label: 'Medir distancia',
      icon: <Ruler aria-hidden className={size} />,
      shortcut: 'L',
      pressed: measuring,
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
    },
    { id: 'help', label: 'Atajos', icon: <Keyboard aria-hidden className={size} />, shortcut: '?' },
  ]
  const tools = all.filter(({ id }) => id !== 'colors' || colors !== undefined)
  return (
    <div className="flex shrink-0 flex-col border-film-800 bg-film-900 *:border-b-0! max-md:order-last max-md:border-t md:flex-row md:flex-wrap md:justify-center md:border-b">
      <fieldset className="flex px-1 py-1">
        <legend className="sr-only">Vistas</legend>
        {views.map(({ name, label }, i) => (
          <button
            key={name}
            type="button"
            aria-pressed={current === name}
            aria-keyshortcuts={`${i + 1}`}
            title={`${label} (${i + 1})`}
            onClick={() => onView(name)}
            className={cx(
              'min-h-11 flex-1 rounded-small px-1 text-chip/[1.2] font-semibold transition sm:px-3 sm:whitespace-nowrap',
              // Above the view beside it, which is drawn later.
              'focus-visible:z-1',
              current === name ? 'bg-film-700 text-signal' : 'text-film-ink hover:bg-film-800',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Toolbar tools={tools.map((tool) => ({ ...tool, run: () => act(tool.id) }))} />
    </div>
  )
}
