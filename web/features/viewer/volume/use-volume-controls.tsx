import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { loadToMeasure } from '#web/copy/imaging.ts'
import type { Volume } from '#web/imaging/client.ts'
import { shadeOf, toothWindow } from '#web/imaging/view/grey.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { useInstruments } from '../stage/instruments.ts'
import { isInDialog, type ShortcutId, shortcutOf } from '../stage/shortcuts.ts'
import { ShortcutsDialog } from '../stage/shortcuts-dialog.tsx'
import { Toolbar } from '../stage/toolbar.tsx'
import { useFullScreen } from '../stage/use-full-screen.ts'
import { usePanel } from '../stage/use-panel.ts'
import { useSetting } from '../stage/use-setting.tsx'
import { useWork } from '../stage/work.tsx'
import type { PaneHandle, VolumeHand } from './cut-pane.tsx'
import { volumeTools } from './volume-tools.tsx'

/** What the panes of a volume share: greys, current tool, toolbar and keys. A tool acts on the last used pane. */
export function useVolumeControls({
  part,
  volume,
  pictureName,
  original,
  isPreview,
  crossed,
  first,
  onReset,
}: {
  /** Whose settings are kept. */
  part: string
  volume: Volume
  pictureName: string
  /** The file as it came. */
  original: () => Promise<Blob | undefined>
  isPreview: boolean
  /** Whether the panes have a cross that can be moved. */
  crossed: boolean
  /** The pane that is used until another one is. */
  first: string
  onReset: () => void
}) {
  const [chosenShade, setShade] = useSetting(part, 'shade', () => null)
  const shade = useMemo(() => chosenShade ?? shadeOf(volume.windows[0] ?? toothWindow), [chosenShade, volume])
  const [inverted, setInverted] = useSetting(part, 'inverted', () => false)
  const [hand, setHand] = useState<VolumeHand>(crossed ? 'cross' : 'window')
  const [coarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  const [panel, setPanel] = usePanel()
  const [help, setHelp] = useState(false)
  const full = useFullScreen()
  const { work } = useWork()
  const instruments = useInstruments()
  const panes = useRef(new Map<string, PaneHandle>())
  const [used, setUsed] = useState(first)

  const active = () => panes.current.get(used) ?? panes.current.get(first)

  /** What a preview is too coarse for says so. */
  const measured = (then: () => void) => (isPreview ? toast({ title: loadToMeasure }) : then())

  function take(next: VolumeHand) {
    for (const pane of panes.current.values()) pane.stop()
    // A finger has no button for moving: it puts the tool down.
    setHand((now) => (coarse && now === next ? 'pan' : next))
  }

  function mark() {
    const seen = active()?.seen()
    if (seen) work?.mark(seen)
  }

  async function save() {
    try {
      const picture = await active()?.picture()
      if (picture) saveFile(`${pictureName}.png`, picture)
    } catch {
      toast({ title: 'No se pudo guardar la imagen.', variant: 'destructive' })
    }
  }

  const actions: Partial<Record<ShortcutId, () => void>> = {
    cross: () => crossed && take('cross'),
    window: () => take('window'),
    pan: () => take('pan'),
    length: () => measured(() => take('length')),
    angle: () => measured(() => take('angle')),
    probe: () => measured(() => take('probe')),
    region: () => measured(() => take('region')),
    note: () => measured(() => take('note')),
    canal: () => measured(() => take('canal')),
    in: () => active()?.zoom(1.25),
    out: () => active()?.zoom(0.8),
    fit: () => active()?.fit(),
    real: () => measured(() => active()?.real()),
    invert: () => setInverted((before) => !before),
    reset: () => {
      for (const pane of panes.current.values()) pane.fit()
      // First: who turns the volume back puts the other settings as they were kept.
      onReset()
      setShade(null)
      setInverted(false)
    },
    panel: () => setPanel((before) => !before),
    full: () => full?.toggle(),
    save: () => void save(),
    ...(work && { key: () => measured(mark) }),
    help: () => setHelp(true),
  }
  const act = (id: ShortcutId) => actions[id]?.()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // A dialog is a child of this in React, too; the tools stand in the frame's bar.
    if (event.defaultPrevented || isInDialog(event.target)) return
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
    const wanted = shortcutOf(event)
    if (!wanted || !actions[wanted]) return
    event.preventDefault()
    act(wanted)
  }

  /** What every pane is given. */
  const paneOf = (id: string) => ({
    hand,
    shade,
    onShade: setShade,
    inverted,
    original,
    isPreview,
    instruments,
    onUse: () => setUsed(id),
    handle: (pane: PaneHandle | null) => {
      if (pane) panes.current.set(id, pane)
      else panes.current.delete(id)
    },
  })

  const frame = (children: ReactNode) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of whatever inside has the focus.
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <Toolbar
        tools={volumeTools({
          hand,
          crossed,
          isPreview,
          inverted,
          panel,
          full: full ? full.on : null,
          act,
          clear: () => active()?.clear(),
          instruments: instruments?.tools({ hand, act, off: isPreview, cuts: true }),
          more: work?.tools(() => act('key'), isPreview),
        })}
      />
      {instruments && <instruments.Options {...{ hand, part }} />}
      {children}
      <ShortcutsDialog open={help} onOpenChange={setHelp} />
    </div>
  )
  return { shade, setShade, inverted, panel, closePanel: () => setPanel(false), paneOf, frame }
}
