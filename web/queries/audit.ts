import { queryOptions } from '@tanstack/react-query'
import type { AuditLine, AuditPage, AuditState, AuditStep } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import { keepShown } from '#web/backend/paging.ts'

/** What the trail is narrowed to; '' for anything. `day` is yyyy-MM-dd, the clinic's. */
export type AuditFilter = { person: string; kind: string; day: string }

const auditKey = ['audit'] as const

/** 20 lines of the trail, newest first; those behind `last`, or the newest for null. */
export function auditLinesQuery(
  { person, kind, day }: AuditFilter,
  last: Pick<AuditLine, 'at' | 'id'> | null,
) {
  return queryOptions({
    queryKey: [...auditKey, 'lines', person, kind, day, last],
    queryFn: (): Promise<AuditPage> =>
      ask('load_audit', (client) =>
        client.rpc('audit_lines', {
          person,
          kind: kind || null,
          day: day || null,
          before_at: last?.at ?? null,
          before_id: last?.id ?? null,
        }),
      ),
    placeholderData: keepShown,
  })
}

/** How far the trail is sealed. */
export function auditStateQuery() {
  return queryOptions({
    queryKey: [...auditKey, 'state'],
    queryFn: (): Promise<AuditState> => ask('load_audit', (client) => client.rpc('audit_state')),
  })
}

/** Seals that one step of the verification reads at most. */
const sealsPerStep = 100

/** Verifies the seals behind number `after`, as many as one step takes. */
export function verifyStep(after: number, signal: AbortSignal): Promise<AuditStep> {
  return ask('verify_audit', (client) =>
    client.rpc('verify_audit', { after, most: sealsPerStep }).abortSignal(signal),
  )
}
