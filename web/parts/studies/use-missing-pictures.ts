import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { studyAttachment } from '#domain/study.ts'
import { loadCode } from '#web/backend/load-code.ts'
import { useNow } from '#web/hooks/clock.ts'
import { mayLoadUnasked } from '#web/hooks/device.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'

/** A study this young gets its pictures from whoever sends it; milliseconds. */
const sending = 120_000

/** The screen comes first, and two browsers that show the same list seldom begin at once; milliseconds. */
const pause = () => 5_000 + Math.random() * 25_000

/** What was made or tried, by id: once as long as the page lives. */
const tried = new Set<string>()

/**
 * Makes the pictures of shown studies that have none, as those that a machine sent: one after the other, from 3 MB of each file at
 * most, by a doctor's browser where bytes cost nothing (docs/product/studies.md). Leaving the screen ends it.
 */
export function useMissingPictures(studies: readonly StudyWithPeople[] | undefined): void {
  const { role } = useProfile()
  const client = useQueryClient()
  const [, setTried] = useState(0)
  const now = useNow(30_000)
  const next = studies?.find(
    (study) => !tried.has(study.id) && lacksPictures(study) && now - Date.parse(study.created_at) > sending,
  )
  const { id, file_url, file_name } = next ?? {}
  useEffect(() => {
    if (!id || !file_url || role !== 'doctor' || !mayLoadUnasked()) return
    const leaving = new AbortController()
    async function make(study: { id: string; file_url: string; file_name: string | null }) {
      try {
        const { makeMissing } = await loadCode(() => import('./make-missing.ts'))
        await makeMissing(study, false, leaving.signal)
      } catch {
        // The next one would fail alike, so that it ends here until another list is shown.
        return
      }
      tried.add(study.id)
      setTried(tried.size)
      await client.invalidateQueries({ queryKey: studyKeys.all })
    }
    const timer = setTimeout(() => void make({ id, file_url, file_name: file_name ?? null }), pause())
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [id, file_url, file_name, role, client])
}

const lacksPictures = ({ file_url, study_previews }: StudyWithPeople) =>
  study_previews === null && studyAttachment(file_url).kind === 'file'
