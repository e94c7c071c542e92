import { BookmarkPlus } from 'lucide-react'
import { use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { StudyToOpen } from '#web/queries/study-file.ts'
import { useProfile } from '#web/session/session.ts'
import { Beside } from '../stage/beside.ts'
import type { Seen } from '../stage/export-picture.ts'
import { useAllSettings } from '../stage/use-setting.tsx'
import { useWork } from '../stage/work.tsx'
import { ChooseStudy } from './choose-study.tsx'
import { keptSettings } from './desk.ts'
import { keyPicture } from './key-picture.ts'
import { placeOf, settingsBack } from './key-source.ts'
import { KeyStrip } from './key-strip.tsx'
import type { OpenedStudy } from './opened.ts'
import { OwnWindows } from './own-windows.tsx'
import { useDesk } from './use-desk.ts'
import { useKeptMarks } from './use-kept-marks.ts'
import { useKeyImages } from './use-key-images.ts'
import { useKnownParts } from './use-known-parts.ts'
import { WasLeft, WorkBar } from './work-bar.tsx'

/** What a doctor or a dentist does on a study saves itself, and is there again when it is opened (docs/product/viewer.md). */
export function SavedWork({
  study,
  opened,
}: {
  study: Pick<StudyToOpen, 'id' | 'file_url' | 'patient_id' | 'doctor_id'>
  opened: OpenedStudy
}) {
  const { setWork, showsKeys, setShowsKeys } = useWork()
  const settings = useAllSettings()
  const parts = useKnownParts(opened.study, opened.part)
  const desk = useDesk(study.id, opened, parts)
  const marks = useKeptMarks(study.id, parts, desk.others)
  const keys = useKeyImages(study)
  const [compares, setCompares] = useState(false)
  const { viewers, useSettings } = use(Beside)
  useSettings(settings, opened.part)
  const me = useProfile()
  const seen = parts.get(opened.part)
  // A turned volume has a curve of its own.
  const hasCurve = useSyncExternalStore(settings.subscribe, () => {
    const { way, orientation } = settings.of.get(opened.part) ?? {}
    return way === 'panoramic' && !orientation
  })
  const mayGive = hasCurve && seen?.volume?.place && (study.doctor_id === me.id || me.is_admin)

  const mark = useEffectEvent((seen: Seen) => {
    const known = parts.get(seen.on.sheet.part)
    const set = settings.of.get(seen.on.sheet.part)
    if (!known || !set) return
    setShowsKeys(true)
    const source = { ...placeOf(seen.on.sheet, known), settings: keptSettings(set, known) }
    void keys.add(() => keyPicture(seen), source)
  })
  useEffect(() => {
    setWork({
      tools: (run, off) => [
        {
          id: 'key',
          label: 'Marcar como imagen clave',
          icon: <BookmarkPlus aria-hidden className="size-5" />,
          shortcut: 'K',
          secondary: true,
          off,
          run,
        },
      ],
      mark: (seen) => mark(seen),
      windows: (window, onShade) => <OwnWindows window={window} onShade={onShade} />,
    })
    return () => setWork(null)
  }, [setWork])

  function goTo(source: object) {
    const found = settingsBack(source, parts)
    if (!found) return
    if (found.part !== opened.part) opened.onPart(found.part)
    settings.put(found.part, { ...settings.of.get(found.part), ...found.settings })
  }

  return (
    <div className="border-film-800 bg-film-900 @min-[40rem]:border-t">
      {desk.wasLeft && <WasLeft onAnew={desk.startAnew} onClose={desk.dismiss} />}
      {showsKeys && (
        <KeyStrip
          keys={keys}
          none="Todavía no hay imágenes clave. Marca lo que ves desde las herramientas (tecla K)."
          onGoTo={goTo}
          canGoTo={(source) => settingsBack(source, parts) !== null}
        />
      )}
      <WorkBar
        states={[marks.state, desk.state]}
        images={keys.images.length}
        isOpen={showsKeys}
        onOpen={() => setShowsKeys((before) => !before)}
        others={marks.hasOthers ? desk.others : null}
        onOthers={desk.showOthers}
        audience={marks.audience}
        onAudience={me.role === 'dentist' ? null : marks.showTo}
        onGiveCurve={mayGive ? () => void desk.giveCurve(seen) : null}
        onCompare={
          viewers === 1 && study.patient_id && me.role !== 'dentist' ? () => setCompares(true) : null
        }
      />
      {compares && study.patient_id && (
        <ChooseStudy studyId={study.id} patientId={study.patient_id} open onOpenChange={setCompares} />
      )}
    </div>
  )
}
