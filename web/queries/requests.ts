import { queryOptions } from '@tanstack/react-query'
import type { RequestStatus } from '#domain/request-status.ts'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import type { Appointment, StudyRequest } from '#web/backend/database.ts'
import { counted, keepShown, newestFirst, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { requestKeys } from './request-keys.ts'

/** What a request shows of its appointment. */
export type RequestAppointment = Pick<
  Appointment,
  'id' | 'patient_id' | 'appointment_date' | 'appointment_time' | 'status'
>

/**
 * With the appointments that were booked from it, as far as the reader sees them; lists of pending ones leave them out. One
 * that was read alone has its code.
 */
export type BookedRequest = StudyRequest & {
  citas?: readonly RequestAppointment[]
  /** Whether there is one, also where the reader does not see it. */
  has_appointment?: boolean | null
  tracking_code?: string | null
  /** What a dentist ordered, for staff. */
  orders?: { urgent: boolean } | null
}

const columns =
  '*, has_appointment, citas(id, patient_id, appointment_date, appointment_time, status), orders(urgent)'

/** The one appointment of a request that was neither cancelled nor missed. */
export function appointmentOf(request: BookedRequest): RequestAppointment | undefined {
  return request.citas?.find(({ status }) => status !== 'cancelada' && status !== 'no_asistio')
}

/** Whose request it became, where an appointment that the reader sees was booked from it. */
export function patientOfRequest(request: BookedRequest): string | null {
  return request.citas?.find(({ patient_id }) => patient_id)?.patient_id ?? null
}

/** One page of requests, newest first unless told otherwise. `search` looks in name, e-mail and study. */
export function requestsQuery({
  search: term = '',
  status,
  order = newestFirst,
  ...page
}: PageOf & { search?: string; status?: RequestStatus; order?: Order<'created_at' | 'patient_name'> }) {
  return queryOptions({
    queryKey: [...requestKeys.all, 'page', term, status ?? null, order, page],
    queryFn: (): Promise<Page<BookedRequest>> =>
      askPage('load_requests', (client) => {
        let rows = term
          ? client.rpc('search_study_requests', { term }, counted).select(columns)
          : client.from('study_requests').select(columns, counted)
        if (status) rows = rows.eq('status', status)
        return rows
          .order(order.column, { ascending: order.ascending })
          .order('id', { ascending: false })
          .range(...rangeOf(page))
      }),
    placeholderData: keepShown,
  })
}

/** Pending requests created between two instants (ISO), oldest first. */
export function pendingRequestsQuery(from: string, to: string, limit = 100) {
  return queryOptions({
    queryKey: [...requestKeys.all, 'pending', from, to, limit],
    queryFn: (): Promise<Page<BookedRequest>> =>
      askPage('load_today_requests', (client) =>
        client
          .from('study_requests')
          .select('*, orders(urgent)', counted)
          .eq('status', 'pendiente')
          .gte('created_at', from)
          .lt('created_at', to)
          .order('created_at')
          .limit(limit),
      ),
  })
}

/** One request, or null when it does not exist or may not be seen. */
export function requestQuery(id: number) {
  return queryOptions({
    queryKey: requestKeys.one(id),
    queryFn: (): Promise<BookedRequest | null> =>
      ask('load_request', (client) =>
        client.from('study_requests').select(`${columns}, tracking_code`).eq('id', id).maybeSingle(),
      ),
  })
}

/** The eight signs that open a request's state, for staff; null to everybody else. */
export function trackingCodeQuery(id: number) {
  return queryOptions({
    // It never changes, so it is not read again with the requests.
    queryKey: ['tracking_code', id],
    queryFn: async (): Promise<string | null> => {
      const found = await ask('load_request', (client) =>
        client.from('study_requests').select('tracking_code').eq('id', id).maybeSingle(),
      )
      return found?.tracking_code ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Sets the status; throws with reason `missing` when the row can no longer be changed. */
export async function setRequestStatus(id: number, status: RequestStatus): Promise<void> {
  await ask('update_request_status', (client) =>
    client.from('study_requests').update({ status }).eq('id', id).select('id').single(),
  )
}

/** After a request's patient was created: true when it reads 'aceptada', by this call or already before. */
export async function markRequestAccepted(id: number): Promise<boolean> {
  try {
    await setRequestStatus(id, 'aceptada')
    return true
  } catch {
    const stored = await requestStatus(id).catch(() => null)
    return stored === 'aceptada'
  }
}

async function requestStatus(id: number): Promise<string | undefined> {
  const row = await ask('load_request', (client) =>
    client.from('study_requests').select('status').eq('id', id).maybeSingle(),
  )
  return row?.status
}
