import { queryOptions } from '@tanstack/react-query'
import type { AgendaSettings } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** The settings of the agenda, and whether the clinic sends mail; for staff. */
export function agendaSettingsQuery() {
  return queryOptions({
    queryKey: ['agenda-settings'],
    queryFn: () => ask('load_agenda', (client) => client.rpc('agenda_settings')),
  })
}

/** Changes the settings that are named; for administrators. */
export async function saveAgendaSettings(changes: Partial<AgendaSettings>): Promise<void> {
  await ask('save_agenda', (client) => client.rpc('set_agenda_settings', { changes }))
}
