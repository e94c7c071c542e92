import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Arrival } from '#web/backend/answers.ts'
import { loadCode } from '#web/backend/load-code.ts'
import { createTurns } from '#web/imaging/remote/turns.ts'
import type { MadePicture } from '#web/imaging/sending/preview.ts'
import { NoPicture } from '#web/parts/studies/no-picture.tsx'
import { picturedFilm, withoutFilm } from '#web/parts/studies/pictured-frame.tsx'
import { studyFileBytes } from '#web/queries/missing-previews.ts'
import { cx } from '#web/ui/cx.ts'
import { FilmPicture } from '#web/ui/film-picture.tsx'
import { saidName } from './arrival-words.ts'

/** One after the other: each reads up to 3 MB and needs a worker. */
const inTurn = createTurns(1)

/** The middle image of a study that waits, as this browser draws it; null where it cannot. */
function pictureQuery(path: string) {
  return queryOptions({
    queryKey: ['arrival picture', path],
    queryFn: async ({ signal }): Promise<(MadePicture & { tint: string | null }) | null> => {
      let made: (MadePicture & { tint: string | null }) | null = null
      await inTurn(async () => {
        if (signal.aborted) return
        const { readPreview, sparingly } = await loadCode(() => import('#web/parts/studies/read-preview.ts'))
        const file = { file_url: path, file_name: 'DICOM.zip' }
        const bytes = await studyFileBytes(file)
        const { thumb, tint } = await readPreview({ ...file, bytes }, sparingly, signal)
        made = thumb && { ...thumb, tint }
      }).catch(() => {})
      return made
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What is seen of a study that waits: its picture on film, or why there is none. */
export function ArrivalPicture({ arrival }: { arrival: Arrival }) {
  const path = arrival.path ?? ''
  const { data: picture } = useQuery({ ...pictureQuery(path), enabled: path !== '' })
  const address = useBlobAddress(picture?.blob ?? null)
  if (picture === null) {
    const study = { id: arrival.id, study_type: null, study_date: '', file_url: path, study_previews: null }
    return <NoPicture study={study} className={withoutFilm} />
  }
  return (
    <span
      aria-busy={picture === undefined}
      className={cx('relative block shrink-0 overflow-clip bg-film-950', picturedFilm)}
    >
      {picture === undefined && (
        <span className="absolute inset-0 flex items-center justify-center text-meta text-film-ink motion-safe:animate-pulse">
          Dibujando…
        </span>
      )}
      {picture && (
        <FilmPicture
          src={address}
          film={picture}
          alt={`Imagen de ${saidName(arrival)}`}
          className="size-full"
        />
      )}
    </span>
  )
}

function useBlobAddress(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
