import type { ShareSecrets } from '#web/backend/answers.ts'

/** A link that was made just now, with what its message and its sheet say. Days are yyyy-MM-dd. */
export type FreshShare = ShareSecrets & {
  label: string | null
  studyType: string
  studyDate: string
  /** Null where the link hides it. */
  patient: string | null
}

/** How long the tab knows a link and its PIN, in milliseconds: for its dialog and its sheet, never longer. */
const kept = 15 * 60_000

const fresh = new Map<string, { share: FreshShare; by: string }>()

/** Remembers what is told once, in this tab's memory alone and for the account that made it. */
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
