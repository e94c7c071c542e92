import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  prepareLeaving,
  readDraft,
  type StoredDraft,
  saveReport,
  saveReportLeaving,
} from '#web/queries/report-drafts.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { createSaver, type Saver, type Saving } from './report-saver.ts'

/** Without a connection the token of before stays. */
const ready = () => void prepareLeaving().catch(() => {})

/** A draft that saves itself while it is on the screen, and once more when the page is hidden or left. */
export function useSaver(id: ReportRow['id'], start: StoredDraft): { saver: Saver; saving: Saving } {
  const [saver] = useState(() =>
    createSaver(start, {
      send: (changes, version, leaving) => {
        if (leaving) return saveReportLeaving(id, version, changes)
        // The token of now, for when the page is left.
        ready()
        return saveReport(id, version, changes)
      },
      read: () => readDraft(id),
      now: () => new Date(),
    }),
  )
  const saving = useSyncExternalStore(saver.subscribe, saver.get)
  useUnsavedWarning(saving.status !== 'saved' && !saving.ended)
  useEffect(() => {
    ready()
    const whenHidden = () => document.visibilityState === 'hidden' && saver.hide()
    const again = () => saver.retry()
    document.addEventListener('visibilitychange', whenHidden)
    addEventListener('pagehide', saver.hide)
    addEventListener('online', again)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      removeEventListener('pagehide', saver.hide)
      removeEventListener('online', again)
      saver.hide()
      saver.end()
    }
  }, [saver])
  return { saver, saving }
}
