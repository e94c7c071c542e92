import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { arrange } from '#web/imaging/mesh/arrange.ts'
import { focusQuietly } from '#web/ui/focus-quietly.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { isInDialog } from '../stage/shortcuts.ts'
import { usePanel } from '../stage/use-panel.ts'
import { actionOf, arrowMove, type MeshAction, moves } from './keys.ts'
import { MeasureOverlay } from './measure-overlay.tsx'
import { MeshKeysDialog } from './mesh-keys-dialog.tsx'
import { MeshTools } from './mesh-tools.tsx'
import { ModelSize } from './model-size.tsx'
import { scanNames } from './names.ts'
import { NoWebgl } from './no-webgl.tsx'
import { type Pose, turnFor, type ViewName } from './pose.ts'
import { pictureOf } from './save-picture.ts'
import { ScanList } from './scan-list.tsx'
import { useDistance } from './use-distance.ts'
import { useLooks } from './use-looks.ts'
import type { FailedScan, MeshPart, Scan } from './use-scans.ts'
import { useView } from './use-view.ts'
import { viewsOf } from './views.ts'

const atFirst: ViewName = 'front'

/** Scans in their common space: views by name, turning by hand and key, a distance between two points (docs/product/studies.md). */
export function MeshModel({
  scans,
  failed,
  pictureName,
  asked,
  onSave,
}: {
  scans: Scan[]
  /** What could not be read beside them. */
  failed: FailedScan[]
  pictureName: string
  /** The one that was asked for, saved where nothing can be drawn. */
  asked: MeshPart
  /** Saves the file of a scan. */
  onSave: (part: MeshPart) => void
}) {
  const meshes = useMemo(() => scans.map(({ data }) => data), [scans])
  const arrangement = useMemo(
    () => arrange(scans.map(({ part, data }) => ({ name: part.name, orientation: data.orientation }))),
    [scans],
  )
  const names = scanNames(
    scans.map(({ part }) => part.name),
    arrangement.jaws,
  )
  const views = viewsOf(arrangement)
  const turnOf = (name: ViewName) => turnFor(name, arrangement, meshes)

  const { looks, change, toggleColors, clearFor } = useLooks(scans, arrangement.jaws)
  const [current, setCurrent] = useState<ViewName | null>(atFirst)
  const [said, setSaid] = useState('')
  const [keysOpen, setKeysOpen] = useState(false)
  const [listOpen, setListOpen] = usePanel()
  const distance = useDistance(setSaid)
  const shown = meshes.filter((_, i) => looks[i]?.visible)
  const help = useId()

  const { holder, view, state } = useView(
    meshes,
    { turn: turnOf(atFirst), looks },
    {
      onDrawn: distance.follow,
      onTurned: () => setCurrent(null),
      onTap: (on, spot) => {
        if (distance.measuring) distance.mark(on, shown, spot)
      },
    },
  )

  useEffect(() => {
    const { activeElement } = document
    // Keys work at once, unless the focus is already elsewhere.
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1'
    if (isFree && holder.current) focusQuietly(holder.current)
  }, [holder])

  function show(name: ViewName) {
    const next = clearFor(name)
    setCurrent(name)
    view.current?.setLooks(next.looks)
    view.current?.go(view.current.fitted(turnOf(name)))
    const label = views.find((one) => one.name === name)?.label
    setSaid([`Vista: ${label}.`, ...next.hidden.map((i) => `Se oculta ${names[i]}.`)].join(' '))
  }

  const move = (next: (pose: Pose) => Pose) => view.current?.change(next)

  async function save() {
    if (!view.current) return
    try {
      saveFile(`${pictureName}.png`, await pictureOf(view.current, distance.spots, distance.length))
    } catch {
      toast({ title: 'No se pudo guardar la imagen.', variant: 'destructive' })
    }
  }

  const actions: Record<MeshAction, () => void> = {
    in: () => view.current && move(moves.in(view.current.whole)),
    out: () => view.current && move(moves.out(view.current.whole)),
    turn: () => {
      move(moves.turn())
      setCurrent(null)
    },
    fit: () => view.current?.go(view.current.fitted(view.current.pose().turn)),
    measure: distance.toggle,
    escape: distance.clear,
    list: () => setListOpen(!listOpen),
    colors: toggleColors,
    save: () => void save(),
    help: () => setKeysOpen(true),
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    // A dialog is a child of this in React, too; a slider has its own keys.
    if (isInDialog(target)) return
    if (target instanceof HTMLInputElement && target.type === 'range') return
    if (onKey(key, event.shiftKey, target === holder.current)) event.preventDefault()
  }

  function onKey(key: string, shift: boolean, onModel: boolean): boolean {
    const choice = views[Number(key) - 1]
    const arrow = onModel && arrowMove(key, shift)
    const action = actionOf(key)
    if (choice) show(choice.name)
    else if (arrow) {
      move(arrow)
      if (!shift) setCurrent(null)
    } else if (action) actions[action]()
    else if (onModel && distance.measuring && view.current && (key === 'Enter' || key === ' ')) {
      const { width, height } = view.current.screen()
      distance.mark(view.current, shown, { x: width / 2, y: height / 2 })
    } else return false
    return true
  }

  if (state === 'none') return <NoWebgl onSave={() => onSave(asked)} />
  const hasColors = meshes.some(({ colors }) => colors)
  const isListed = scans.length + failed.length > 1
  const seen = names.filter((_, i) => looks[i]?.visible)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of whatever inside has the focus.
    <div className="relative flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <MeshTools
        views={views}
        current={current}
        measuring={distance.measuring}
        colors={hasColors && !isListed ? looks[0]?.ownColors : undefined}
        list={isListed ? listOpen : undefined}
        onView={show}
        act={(action) => actions[action]()}
      />
      <div className="flex min-h-0 flex-1 flex-col @viewer:flex-row-reverse">
        {isListed && listOpen && (
          <ScanList
            {...{ scans, names, failed, looks, onSave }}
            onChange={change}
            onColors={hasColors ? toggleColors : undefined}
            onClose={() => setListOpen(false)}
          />
        )}
        <div
          ref={holder}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is operated by keys.
          tabIndex={0}
          aria-label={`Modelo 3D: ${seen.join(', ') || 'todo oculto'}`}
          aria-describedby={help}
          data-measuring={distance.measuring || undefined}
          className="relative min-h-0 flex-1 cursor-grab touch-none overflow-clip -outline-offset-2 select-none active:cursor-grabbing data-measuring:cursor-crosshair"
        >
          <MeasureOverlay spots={distance.spots} length={distance.length} cross={distance.measuring} />
          <ModelSize meshes={shown} arrangement={arrangement} />
          {state === 'lost' && (
            <p role="status" className="absolute inset-0 grid place-items-center bg-film-950/80">
              Recuperando la imagen 3D...
            </p>
          )}
        </div>
      </div>
      <p id={help} className="sr-only">
        Gira con las flechas, mueve con Mayús y flechas, acerca con + y aleja con -.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <MeshKeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </div>
  )
}
