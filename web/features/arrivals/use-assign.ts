import { useMutation, useQueryClient } from '@tanstack/react-query'
import { filedType } from '#domain/study.ts'
import type { Arrival, ArrivalProposal } from '#web/backend/answers.ts'
import type { Profile } from '#web/backend/database.ts'
import { type Assignment, arrivalKeys, assignArrival } from '#web/queries/arrivals.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { toast } from '#web/ui/toast.ts'

/** Makes an arrival somebody's study; pressed again after a failure it goes on where it ended. */
export function useAssign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ arrival, to }: { arrival: Arrival; to: Assignment; name: string }) =>
      assignArrival(arrival.id, to),
    onSuccess: (_, { name }) => toast({ title: 'Éxito', description: `Estudio asignado a ${name}.` }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: arrivalKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ]),
  })
}

/** What one press on a proposal does; null where something must be chosen first. Doctors assign to themselves alone. */
export function assignmentOf(
  { patient_id, doctor_id, study_type, cita_id }: ArrivalProposal,
  me: Pick<Profile, 'id' | 'is_admin'>,
): Assignment | null {
  if (doctor_id === null || study_type === null || !(me.is_admin || doctor_id === me.id)) return null
  return { patient_id, doctor_id, study_type: filedType(study_type), cita_id }
}
