import type { ShareSecrets } from '#web/backend/answers.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'

/** A link made just now, with what its message and sheet say. Days are yyyy-MM-dd. */
export type FreshShare = ShareSecrets & {
  label: string | null
  studyType: string
  studyDate: string
  /** Both are null where the link hides them. */
  patient: string | null
  patientId: string | null
  /** Whose picture the sheet shows; null where the link hides the patient. */
  pictured: PicturedStudy | null
}

/** How long the tab keeps a link and its PIN, in milliseconds: only for its dialog and its sheet. */
const kept = 15 * 60_000

const fresh = new Map<string, { share: FreshShare; by: string }>()

/** Keeps secrets that are shown once, in this tab's memory only and for the account that made them. */
export function keepFresh(share: FreshShare, by: string): void {
  fresh.set(share.id, { share, by })
  setTimeout(() => {
    if (fresh.get(share.id)?.share === share) fresh.delete(share.id)
  }, kept)
}

/** The link with this id if this account made it a moment ago. */
export function freshShare(id: string, by: string): FreshShare | null {
  const found = fresh.get(id)
  return found?.by === by ? found.share : null
}
