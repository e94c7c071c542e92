import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Rows } from '#web/backend/schema.ts'

/** What the clinic reads of a dentist's order; `dentist` is the name that stands on the request. */
export type ClinicOrder = Pick<
  Rows['orders'],
  'id' | 'dentist_id' | 'teeth' | 'areas' | 'question' | 'urgent' | 'deliver' | 'seen_by_clinic_at'
> & { dentist: string | null }

const columns =
  'id, dentist_id, teeth, areas, question, urgent, deliver, seen_by_clinic_at, request:study_requests(referring_doctor)' as const

type Read = Omit<ClinicOrder, 'dentist'> & { request: { referring_doctor: string | null } | null }

const withName = ({ request, ...order }: Read): ClinicOrder => ({
  ...order,
  dentist: request?.referring_doctor ?? null,
})

const clinicOrderKeys = { all: ['clinic orders'] as const }

/** The order that a request came with; null for every other request. */
export function orderOfRequestQuery(requestId: number) {
  return queryOptions({
    queryKey: [...clinicOrderKeys.all, 'request', requestId],
    queryFn: async (): Promise<ClinicOrder | null> => {
      const found = await ask('load_orders', (client) =>
        client.from('orders').select(columns).eq('request_id', requestId).maybeSingle(),
      )
      return found && withName(found)
    },
  })
}

/** The orders that a study answers. */
export function ordersOfStudyQuery(studyId: string) {
  return queryOptions({
    queryKey: [...clinicOrderKeys.all, 'study', studyId],
    queryFn: async (): Promise<ClinicOrder[]> => {
      const rows = await ask('load_orders', (client) =>
        client.from('study_recipients').select(`order:orders(${columns})`).eq('study_id', studyId),
      )
      return rows.flatMap(({ order }) => (order ? [withName(order)] : []))
    },
  })
}

/** Says that somebody of the clinic read an order; once. */
export async function seeOrder(id: string): Promise<void> {
  await ask('load_orders', (client) => client.rpc('see_order', { order_id: id }))
}
