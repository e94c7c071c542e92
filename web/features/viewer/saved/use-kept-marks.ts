import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '#web/hooks/use-live.ts'
import {
  type KeptStudyMark,
  markKeys,
  type SentMark,
  saveMarks,
  studyMarksQuery,
} from '#web/queries/study-marks.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { type Mark, useMarks } from '../stage/use-marks.tsx'
import { type KnownPart, keptMark, markOf, rowOf } from './mark-rows.ts'
import { changesOf, type KnownMarks, mergeMarks } from './merge-marks.ts'
import { sayFailed } from './say-failed.ts'
import { useSaveQueue } from './use-save-queue.ts'

export type Audience = SentMark['audience']

/** Marks a study and author. */
const mostMarks = 200

/** Keeps the marks on a study as they are drawn, and shows those that were kept, here and in other windows (docs/product/viewer.md). */
export function useKeptMarks(study_id: string, parts: ReadonlyMap<string, KnownPart>, showsOthers: boolean) {
  const { id: author_id, role } = useProfile()
  const { marks, change } = useMarks()
  const client = useQueryClient()
  const { data: rows } = useQuery(studyMarksQuery(study_id))
  const queryKey = markKeys.of(study_id)
  useLive('study_marks', `study_id=eq.${study_id}`, () => void client.invalidateQueries({ queryKey }))
  const known = useRef<KnownMarks>(new Map())
  const sent = useRef(0)
  const [chosen, setChosen] = useState<Audience | null>(null)
  const own = rows?.filter((row) => row.author_id === author_id) ?? []
  // What a dentist draws is nobody else's.
  const isOwn = role === 'dentist' || own.some((row) => row.audience === 'author')
  const audience = chosen ?? (isOwn ? 'author' : 'clinic')

  const { queue, state } = useSaveQueue<SentMark>({
    async send(batch) {
      await saveMarks(batch)
      // What is being read now may be from before.
      await client.cancelQueries({ queryKey })
      client.setQueryData<KeptStudyMark[]>(
        queryKey,
        (before) => before && withSent(before, batch, known.current),
      )
      void client.invalidateQueries({ queryKey })
    },
    onFailure: (failure) => sayFailed(failure, 'No se pudo guardar la marca. Se reintentará.'),
  })

  const sentRow = (row: NonNullable<ReturnType<typeof rowOf>>, id: string): SentMark => ({
    ...row,
    id,
    study_id,
    author_id,
    audience,
    removed_at: null,
  })

  const keep = useEffectEvent(() => {
    // Before they were read nobody knows which are new.
    if (!rows) return
    const { changed, removed } = changesOf(marks, known.current)
    const refused = tooMany(changed)
    const next = new Map(known.current)
    for (const mark of changed) {
      const part = parts.get(mark.sheet.part)
      const row = part && rowOf(mark, part)
      if (!row || refused.has(mark.id)) continue
      next.set(mark.id, { mark, version: `${++sent.current}` })
      queue.put(mark.id, sentRow(row, mark.id))
    }
    for (const mark of removed) {
      const row = rowOf(mark, parts.get(mark.sheet.part) ?? nowhere)
      next.delete(mark.id)
      if (row) queue.put(mark.id, { ...sentRow(row, mark.id), removed_at: new Date().toISOString() })
    }
    known.current = next
    if (refused.size === 0) return
    change((before) => before.filter(({ id }) => !refused.has(id)))
    toast({ title: `Este estudio ya tiene ${mostMarks} marcas tuyas.`, variant: 'destructive' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mark can be kept once its part is known.
  useEffect(keep, [marks, rows, parts])

  const merge = useEffectEvent(() => {
    if (!rows) return
    const kept = rows.flatMap((row) => {
      const author = row.author_id === author_id ? null : (row.author?.full_name ?? 'Otro doctor')
      return author && !showsOthers ? [] : { ...row, author, version: row.updated_at }
    })
    const take = (row: (typeof kept)[number]) => taken(row, parts)
    const merged = mergeMarks(marks, kept, known.current, { holds: queue.holds, take })
    known.current = merged.known
    if (merged.marks !== marks) change(() => merged.marks)
  })
  // After what was drawn is known: what it takes from the rows is on the screen only then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever brings more, or less, to be shown.
  useEffect(merge, [rows, parts, showsOthers])

  /** New ones beyond what a study may have. */
  function tooMany(changed: readonly Mark[]): ReadonlySet<string> {
    const fresh = changed.filter(({ id }) => !known.current.has(id))
    const others = own.filter(({ id }) => !marks.some((mark) => mark.id === id) && !queue.holds(id)).length
    const before = marks.filter(({ author }) => author === undefined).length + others - fresh.length
    return new Set(fresh.slice(Math.max(0, mostMarks - before)).map(({ id }) => id))
  }

  /** Who may see one's own marks on this study. */
  function showTo(next: Audience) {
    setChosen(next)
    for (const mark of marks) {
      const part = parts.get(mark.sheet.part)
      const row = mark.author === undefined && part && rowOf(mark, part)
      if (row) queue.put(mark.id, { ...sentRow(row, mark.id), audience: next })
    }
  }

  const others = rows?.some((row) => row.author_id !== author_id) ?? false
  return { state, audience, showTo, hasOthers: others }
}

const nowhere: KnownPart = { id: '', keys: { pictures: [], series: '' }, volume: null }

function taken(
  row: Omit<KeptStudyMark, 'author'> & { author: string | null },
  parts: ReadonlyMap<string, KnownPart>,
): Mark | null {
  const kept = keptMark(row)
  for (const part of parts.values()) {
    const mark = markOf(kept, part)
    if (mark) return { ...mark, id: row.id, ...(row.author && { author: row.author }) }
  }
  return null
}

/** The rows as the backend has them after they were sent, until they are read again. */
function withSent(before: KeptStudyMark[], batch: SentMark[], known: KnownMarks): KeptStudyMark[] {
  const changed = new Map(batch.map((row) => [row.id, row]))
  const fresh = batch.flatMap(({ removed_at, study_id: _, ...row }) =>
    removed_at === null ? { ...row, author: null, updated_at: known.get(row.id)?.version ?? '' } : [],
  )
  return [...before.filter(({ id }) => !changed.has(id)), ...fresh]
}
