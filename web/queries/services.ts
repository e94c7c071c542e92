import { queryOptions } from '@tanstack/react-query'
import type { PastService } from '#web/backend/answers.ts'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import type { CatalogueService, NewService, Service } from '#web/backend/database.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'

/** The active catalogue by name, prices in pesos. Payments leave out the bare 'Tomografías'. */
export function servicesQuery() {
  return queryOptions({
    queryKey: ['services'],
    queryFn: (): Promise<Service[]> =>
      ask('load_services', (client) =>
        client
          .from('services')
          .select('id, name, price, requestable, active')
          .eq('active', true)
          .order('name'),
      ),
    staleTime: 60_000,
  })
}

/** How to come prepared for a study of that name; null when the clinic says nothing, or does not sell it any more. */
export function preparationQuery(name: string) {
  return queryOptions({
    queryKey: ['services', 'preparation', name],
    queryFn: async (): Promise<string | null> => {
      const found = await ask('load_services', (client) =>
        client.from('services').select('preparation').eq('name', name).maybeSingle(),
      )
      return found?.preparation || null
    },
    staleTime: 60_000,
  })
}

/** One page of the whole catalogue by name, also what is not sold any more; for administrators. */
export function catalogueQuery(page: PageOf) {
  return queryOptions({
    queryKey: ['services', 'catalogue', page],
    queryFn: (): Promise<Page<CatalogueService>> =>
      askPage('load_services', (client) =>
        client
          .from('services')
          .select('id, name, price, requestable, active, preparation', counted)
          .order('name')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** How many old states of a service the backend answers at once. */
export const serviceHistoryPageSize = 20

/** What a service was called and cost, newest first; `page` counts from 1. */
export function serviceHistoryQuery(service: Service['id'], page: number) {
  return queryOptions({
    queryKey: ['services', 'history', service, page],
    queryFn: (): Promise<Page<PastService>> =>
      ask('load_service_history', (client) => client.rpc('service_history', { service, page })),
    placeholderData: keepShown,
  })
}

/** Adds a service, once however often it is sent with the same id. */
export function addService(service: NewService): Promise<void> {
  return insertOnce('save_service', {
    insert: (client) => client.from('services').insert(service),
    find: (client) => client.from('services').select('id').eq('id', service.id),
  })
}

/** Edits a service. What was there before stays in its history. */
export async function saveService({ id, ...service }: NewService): Promise<void> {
  // Asks for the row, so that one that is gone is not silently left as it is.
  await ask('save_service', (client) =>
    client.from('services').update(service).eq('id', id).select('id').single(),
  )
}
