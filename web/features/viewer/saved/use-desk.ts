import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Canals } from '#web/imaging/volume/canal.ts'
import { fetchCurves, giveCurves } from '#web/queries/study-curves.ts'
import { fetchDesk, forgetDesk, saveDesk } from '#web/queries/study-desks.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { noCanals } from '../stage/no-canals.ts'
import { useAllSettings } from '../stage/use-setting.tsx'
import {
  type Curves,
  canalsOf,
  type Desk,
  deskToStore,
  keptCanals,
  keptSettings,
  readCurves,
  readDesk,
  settingsOf,
} from './desk.ts'
import type { KnownPart } from './mark-rows.ts'
import type { OpenedStudy } from './opened.ts'
import { sayFailed } from './say-failed.ts'
import { useSaveQueue } from './use-save-queue.ts'

const notKept = 'No se pudo guardar cómo dejaste el visor.'
const notGiven = 'No se pudo guardar la curva para todos.'
const empty: Desk = { part: null, others: true, parts: {}, canals: {} }

/**
 * Opens a study as the person left it, and keeps how it is left: what was set by hand, not how it starts (docs/product/viewer.md).
 */
export function useDesk(
  study_id: string,
  { part, onPart }: OpenedStudy,
  parts: ReadonlyMap<string, KnownPart>,
) {
  const { id: author_id } = useProfile()
  const settings = useAllSettings()
  const [others, setOthers] = useState(true)
  const [wasLeft, setWasLeft] = useState(false)
  /** Null until it was read; what is done before that is newer. */
  const desk = useRef<Desk | null>(null)
  const [isRead, setIsRead] = useState(false)
  const curves = useRef<Curves>({})
  /** Of which parts settings were put back, whether with their places, and where the cuts crossed then. */
  const put = useRef(new Map<string, { places: boolean; from: unknown }>())
  const isTouched = useRef(false)
  /** The canals of each part as they were put back or kept, and the series whose canals were changed here. */
  const traced = useRef(new Map<string, Canals>())
  const retraced = useRef(new Set<string>())

  const { queue, state } = useSaveQueue<Desk>({
    async send() {
      if (!desk.current) return read()
      // A page that is left may have no time to ask first.
      const isLeft = document.visibilityState === 'hidden'
      const stored = isLeft ? null : readDesk(await fetchDesk({ study_id, author_id }))
      // What was changed, or begun anew, meanwhile is newer than what waited.
      const state = deskToStore(desk.current ?? empty, stored, retraced.current)
      await saveDesk({ study_id, author_id, state, version: 1 })
    },
    onFailure: (failure) => sayFailed(failure, notKept),
  })

  /** Reads what was kept. Throws where that cannot be read now. */
  async function read() {
    // It can be worked without the curves of others.
    const given = fetchCurves({ id: study_id }).catch(() => null)
    const found = readDesk(await fetchDesk({ study_id, author_id }))
    const arch = readCurves(await given)
    if (desk.current) return
    curves.current = arch
    desk.current = found ?? empty
    if (found) setOthers(found.others)
    setIsRead(true)
  }
  // Where it fails it is tried again before anything is kept.
  const begin = useEffectEvent(() => void read().catch(() => {}))
  useEffect(begin, [])

  const putBack = useEffectEvent(() => {
    if (!desk.current) return
    const { parts: kept, part: last } = desk.current
    for (const known of parts.values()) {
      putCanals(known, desk.current)
      const own = kept[known.keys.series]
      const given = curves.current[known.keys.series]
      // A volume that was left turned has a curve of its own.
      const of = given && !own?.orientation ? { arch: given, ...own } : own
      const before = put.current.get(known.id)
      const now = settings.of.get(known.id)
      const places = known.volume !== null
      // What was set before it could be put back is newer.
      if (!of || before?.places || (before && !places) || (!before && isTouched.current && own)) continue
      put.current.set(known.id, { places, from: now?.place })
      const { place, arch, height, ...others } = settingsOf(of, known)
      const isMoved = before && before.from !== now?.place
      const back = { ...(place && { place }), ...(arch && { arch }), ...(height !== undefined && { height }) }
      const curve = arch && given && !own?.arch ? { arch } : {}
      settings.put(known.id, {
        ...now,
        ...(before ? {} : others),
        ...(isMoved ? curve : back),
        ...givenArch(known),
      })
      if (own) setWasLeft(true)
      if (known.keys.series === last && !before && known.id !== part) onPart(known.id)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it was read, and more of the study is known.
  useEffect(putBack, [isRead, parts])

  /** The curve that everybody begins with in a part, as its volume lies now. */
  function givenArch(known: KnownPart) {
    const { arch } = settingsOf({ arch: curves.current[known.keys.series] }, known)
    return arch && { givenArch: arch }
  }

  /** What was traced before it could be put back stays, and is kept. */
  function putCanals(known: KnownPart, { canals }: Desk) {
    const of = traced.current.has(known.id) ? null : canalsOf(canals[known.keys.series] ?? {}, known)
    if (!of) return
    const now = settings.of.get(known.id)
    const drawn = now?.canals ?? noCanals
    const isNew = drawn.of !== noCanals.of
    const all = Object.keys(of).length > 0 ? { ...of, ...drawn.of } : drawn.of
    traced.current.set(known.id, isNew ? of : all)
    if (all !== drawn.of) settings.put(known.id, { ...now, canals: { ...drawn, of: all } })
    if (isNew) keep()
  }

  const keep = useEffectEvent((change: Partial<Desk> = {}) => {
    isTouched.current = true
    // Nothing is kept over what is not known.
    if (!desk.current) return queue.put('desk', empty)
    const kept = { ...desk.current.parts }
    const canals = { ...desk.current.canals }
    for (const known of parts.values()) {
      const now = settings.of.get(known.id)
      const { series } = known.keys
      if (now) kept[series] = { ...kept[series], ...keptSettings(now, known) }
      const drawn = now?.canals?.of
      const before = traced.current.get(known.id)
      // Until they were put back, what is kept is not all on the screen.
      const traces = drawn && before && drawn !== before ? keptCanals(drawn, known) : null
      if (!drawn || !traces) continue
      traced.current.set(known.id, drawn)
      retraced.current.add(series)
      canals[series] = traces
    }
    const series = parts.get(part)?.keys.series ?? desk.current.part
    desk.current = { ...desk.current, ...change, part: series, parts: kept, canals }
    queue.put('desk', desk.current)
  })
  useEffect(() => settings.subscribe((isPut) => !isPut && keep()), [settings])
  useEffect(() => {
    if (isRead && isTouched.current) keep()
  }, [isRead])

  function showOthers(next: boolean) {
    setOthers(next)
    if (!desk.current) return
    desk.current = { ...desk.current, others: next }
    queue.put('desk', desk.current)
  }

  /** As if it were opened for the first time, but for what was traced. */
  function startAnew() {
    setWasLeft(false)
    const canals = desk.current?.canals ?? {}
    desk.current = { ...empty, others, canals }
    for (const known of parts.values()) {
      const drawn = settings.of.get(known.id)?.canals
      const given = givenArch(known)
      settings.put(known.id, {
        ...(given && { ...given, arch: given.givenArch }),
        ...(drawn && { canals: drawn }),
      })
    }
    if (Object.values(canals).some((traces) => Object.keys(traces).length > 0)) {
      queue.put('desk', desk.current)
      return
    }
    queue.drop('desk')
    forgetDesk({ study_id, author_id }).catch((failure: unknown) => sayFailed(failure, notKept))
  }

  /** Makes the curve of a part the one that everybody begins with. */
  async function giveCurve(known: KnownPart) {
    const { arch } = keptSettings(settings.of.get(known.id) ?? {}, known)
    if (!arch) return
    try {
      const others = readCurves(await fetchCurves({ id: study_id }))
      curves.current = { ...others, [known.keys.series]: arch }
      await giveCurves({ id: study_id }, curves.current)
      settings.of.set(known.id, { ...settings.of.get(known.id), ...givenArch(known) })
      toast({ title: 'Éxito', description: 'Todos empezarán con esta curva.' })
    } catch (failure) {
      sayFailed(failure, notGiven)
    }
  }

  const dismiss = () => setWasLeft(false)
  return { state, others, showOthers, wasLeft, startAnew, dismiss, giveCurve }
}
