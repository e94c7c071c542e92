import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Service } from './database.ts'

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
