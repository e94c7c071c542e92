import { Info } from 'lucide-react'
import { noticeWords } from '#web/copy/imaging.ts'
import type { ImagingNotice } from '#web/imaging/types.ts'

/** What to know about the picture below, at its upper left. */
export function PictureNotices({ notices }: { notices: readonly ImagingNotice[] }) {
  return (
    <ul className="pointer-events-none absolute top-2 left-2 grid gap-1 rounded-tag bg-film-950/80 px-2 py-1 text-meta text-film-ink-2">
      {notices.map((notice) => (
        <li key={notice.kind} className="flex gap-2">
          <Info aria-hidden className="size-4.5 text-signal" />
          {noticeWords(notice)}
        </li>
      ))}
    </ul>
  )
}
