import { queryOptions } from '@tanstack/react-query'
import type { OrderSending } from '#domain/order-form.ts'
import type { OrderState } from '#domain/order-state.ts'
import type { OrderLine, SentOrder } from '#web/backend/answers.ts'
import { ask, type Page } from '#web/backend/client.ts'
import { keepShown, type PageOf } from '#web/backend/paging.ts'
import type { Rows } from '#web/backend/schema.ts'

export const orderKeys = { all: ['orders'] as const }

/** One page of the caller's own orders and of what was delivered to them besides, newest first. `month` as yyyy-MM, '' for all. */
export function ordersQuery({
  search,
  state,
  month,
  page,
  pageSize,
}: PageOf & { search: string; state: OrderState | null; month: string }) {
  return queryOptions({
    queryKey: [...orderKeys.all, 'page', search, state, month, page, pageSize],
    queryFn: (): Promise<Page<OrderLine>> =>
      ask('load_orders', (client) =>
        client.rpc('my_orders', {
          words: search,
          state,
          month: month ? `${month}-01` : null,
          skip: (page - 1) * pageSize,
          most: pageSize,
        }),
      ),
    placeholderData: keepShown,
    // What is booked for an order is nobody's to announce to its dentist.
    refetchInterval: 60_000,
  })
}

/** What was ordered at once, one row a study, as they were ordered; empty for a sending that is not the caller's. */
export function sendingQuery(sendingId: string) {
  return queryOptions({
    queryKey: [...orderKeys.all, 'sending', sendingId],
    queryFn: async (): Promise<OrderLine[]> => {
      const { rows } = await ask('load_orders', (client) => client.rpc('my_orders', { sending: sendingId }))
      return [...rows].sort((one, other) => (one.request_id ?? 0) - (other.request_id ?? 0))
    },
  })
}

/** What the caller asked before, the last first, each once. */
export function earlierQuestionsQuery() {
  return queryOptions({
    queryKey: [...orderKeys.all, 'questions'],
    queryFn: async (): Promise<string[]> => {
      const rows = await ask('load_orders', (client) =>
        client
          .from('orders')
          .select('question')
          .not('question', 'is', null)
          .order('created_at', { ascending: false })
          .limit(40),
      )
      return [...new Set(rows.flatMap(({ question }) => question ?? []))]
    },
    staleTime: 60_000,
  })
}

/** Sends an order, once however often with the same id: one row for each type of study. */
export function sendOrder(id: string, order: OrderSending): Promise<SentOrder[]> {
  return ask('send_order', (client) => client.rpc('send_order', { sending: { sending_id: id, ...order } }))
}

/** Takes an order back while nothing is booked. */
export async function cancelOrder(id: string): Promise<void> {
  await ask('cancel_order', (client) => client.rpc('cancel_order', { order_id: id }))
}

/** A token for the patient to choose the hour with; the clinic must have sent that choice. */
export async function orderLink(id: string): Promise<string> {
  return (await ask('order_link', (client) => client.rpc('order_link', { order_id: id }))).token
}

export type Practice = Pick<Rows['dentists'], 'practice' | 'address' | 'phone' | 'licence' | 'code'>

/** The caller's own practice; null where there is none. */
export function practiceQuery(me: string) {
  return queryOptions({
    queryKey: ['practice', me],
    queryFn: (): Promise<Pick<
      Rows['dentists'],
      'practice' | 'address' | 'phone' | 'licence' | 'code'
    > | null> =>
      ask('load_practice', (client) =>
        client.from('dentists').select('practice, address, phone, licence, code').eq('id', me).maybeSingle(),
      ),
  })
}

/** Changes the caller's own practice. */
export async function savePractice(
  me: string,
  change: Pick<Practice, 'practice' | 'address' | 'phone'>,
): Promise<void> {
  await ask('update_profile', (client) =>
    client.from('dentists').update(change).eq('id', me).select('id').single(),
  )
}
