import { queryOptions } from '@tanstack/react-query'
import type { DeliveryEnd } from '#domain/delivery-end.ts'
import type { ImageReceiver, OpenOrder } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import { studyKeys } from './study-keys.ts'

/** A dentist who receives a study, as the clinic sees it; instants in ISO. */
export type StudyReceiver = {
  dentist_id: string
  name: string
  since: string
  until: string
  ended_at: string | null
  /** When it was opened last; null for never. */
  seen_at: string | null
}

export const receiverKeys = { all: [...studyKeys.all, 'receivers'] as const }

/** 'Quién recibe tus imágenes': every dentist who receives a study of the caller, a patient, or whose order waits. */
export function whoReceivesQuery() {
  return queryOptions({
    queryKey: [...receiverKeys.all, 'mine'],
    queryFn: (): Promise<ImageReceiver[]> => ask('load_receivers', (client) => client.rpc('who_receives')),
  })
}

/** The dentists with an account, by name; for doctors. */
export function dentistsQuery() {
  return queryOptions({
    queryKey: ['dentists'],
    queryFn: () => ask('load_receivers', (client) => client.rpc('list_dentists')),
    staleTime: 60_000,
  })
}

/** Why the caller, a dentist, receives a study no more; null for who does, and for who never did. */
export function deliveryEndQuery(studyId: string) {
  return queryOptions({
    queryKey: [...receiverKeys.all, 'end', studyId],
    queryFn: async (): Promise<DeliveryEnd | null> => {
      const row = await ask('load_receivers', (client) =>
        client.from('study_recipients').select('delivery_end').eq('study_id', studyId).maybeSingle(),
      )
      return (row?.delivery_end ?? null) as DeliveryEnd | null
    },
  })
}

/** Who receives a study, or did, for doctors who read it: the first one first. */
export function studyReceiversQuery(studyId: string) {
  return queryOptions({
    queryKey: [...receiverKeys.all, studyId],
    queryFn: async (): Promise<StudyReceiver[]> => {
      const [rows, dentists, seen] = await Promise.all([
        ask('load_receivers', (client) =>
          client
            .from('study_recipients')
            .select('dentist_id, since, until, ended_at')
            .eq('study_id', studyId)
            .order('since'),
        ),
        ask('load_receivers', (client) => client.rpc('list_dentists')),
        ask('load_receivers', (client) =>
          client.from('study_seen').select('person_id, last_at').eq('study_id', studyId).eq('what', 'images'),
        ),
      ])
      return rows.map((row) => ({
        ...row,
        name: dentists.find(({ id }) => id === row.dentist_id)?.full_name ?? 'Dentista',
        seen_at: seen.find(({ person_id }) => person_id === row.dentist_id)?.last_at ?? null,
      }))
    },
  })
}

/** Orders of a patient that a new study of that type may answer, for the patient's doctors. */
export function openOrdersQuery(patientId: string, studyType: string) {
  return queryOptions({
    queryKey: [...receiverKeys.all, 'open', patientId, studyType],
    queryFn: (): Promise<OpenOrder[]> =>
      ask('load_receivers', (client) =>
        client.rpc('open_orders', { patient_id: patientId, study_type: studyType }),
      ),
  })
}

/** Whether a dentist receives a study; for its patient with null all of theirs, also what is still to be taken. */
export async function setSharing(dentistId: string, studyId: string | null, shared: boolean): Promise<void> {
  await ask('set_sharing', (client) =>
    client.rpc('set_sharing', { dentist_id: dentistId, study_id: studyId, shared }),
  )
}

/** 'Entregar también a…': one more dentist receives a study; with the order that it answers, if it does. */
export async function deliverStudy(
  studyId: string,
  dentistId: string,
  orderId: string | null = null,
): Promise<void> {
  await ask('deliver_study', (client) =>
    client.rpc('deliver_study', { study_id: studyId, dentist_id: dentistId, order_id: orderId }),
  )
}
