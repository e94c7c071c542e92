import { queryOptions } from '@tanstack/react-query'
import type { ShareSecrets } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import type { Profile, StudyShare } from '#web/backend/database.ts'
import { studyKeys } from './study-keys.ts'

export type ShareWithMaker = Omit<StudyShare, 'study_id' | 'revoked_by'> & {
  maker: Pick<Profile, 'full_name'> | null
}

const columns =
  'id, made_by, label, created_at, renewed_at, expires_at, max_uses, uses, seen_at, revoked_at, copy_path, with_report, basis, maker:profiles!made_by(full_name)'
/** More than a study has valid at once; nobody looks for older ones. */
const most = 50

export const shareKeys = { of: (studyId: string) => [...studyKeys.all, 'shares', studyId] as const }

/** The links of a study, the newest first (docs/product/sharing.md). */
export function sharesQuery(studyId: string) {
  return queryOptions({
    queryKey: shareKeys.of(studyId),
    queryFn: (): Promise<ShareWithMaker[]> =>
      ask('load_shares', (client) =>
        client
          .from('study_shares')
          .select(columns)
          .eq('study_id', studyId)
          .order('created_at', { ascending: false })
          .limit(most),
      ),
  })
}

/**
 * Makes a link; its token and PIN are returned only now. `copyPath` is an uploaded copy
 * without identity; `report` says that it carries the report, and for the clinic's links who asked. Sent again with the same id,
 * it is the same link with a new token and PIN.
 */
export function createShare(share: {
  id: StudyShare['id']
  studyId: string
  label: string
  days: number
  uses: number
  copyPath: string | null
  report?: { basis: StudyShare['basis'] } | null
}): Promise<ShareSecrets> {
  const { id, studyId, label, days, uses, copyPath, report } = share
  return ask('share_study', (client) =>
    client.rpc('create_study_share', {
      study_id: studyId,
      label,
      days,
      max_uses: uses,
      copy_path: copyPath,
      share_id: id,
      with_report: Boolean(report),
      basis: report?.basis ?? null,
    }),
  )
}

/** A new token and PIN for one's own link; the old ones stop working. */
export function renewShare(id: StudyShare['id']): Promise<ShareSecrets> {
  return ask('share_study', (client) => client.rpc('renew_study_share', { share_id: id }))
}

/** Ends a link for everybody, also for people who have it open. */
export async function revokeShare(id: StudyShare['id']): Promise<void> {
  await ask('share_study', (client) => client.rpc('revoke_study_share', { share_id: id }))
}
