import { queryOptions } from '@tanstack/react-query'
import { askPage, type Page } from '#web/backend/client.ts'
import type { MedicalNote, Profile } from '#web/backend/database.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'

export type NoteWithDoctor = MedicalNote & {
  doctor_name: string | null
  doctor: Pick<Profile, 'full_name'> | null
}

export const noteKeys = { of: (patientId: string) => ['medical_notes', patientId] as const }

/** One page of the notes in a patient's record, newest first. */
export function notesQuery(patientId: string, page: PageOf) {
  return queryOptions({
    queryKey: [...noteKeys.of(patientId), page],
    queryFn: (): Promise<Page<NoteWithDoctor>> =>
      askPage('load_notes', (client) =>
        client
          .from('medical_notes')
          .select('*, doctor_name, doctor:profiles!doctor_id(full_name)', counted)
          .eq('patient_id', patientId)
          .order('created_at', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** Stores a note, once however often it is sent with the same id. */
export function addNote(note: Pick<MedicalNote, 'id' | 'patient_id' | 'doctor_id' | 'note'>): Promise<void> {
  return insertOnce('save_note', {
    insert: (client) => client.from('medical_notes').insert(note),
    find: (client) => client.from('medical_notes').select('id').eq('id', note.id),
  })
}
