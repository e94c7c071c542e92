import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { filedType } from '#domain/study.ts'
import type { Arrival, ArrivalProposal } from '#web/backend/answers.ts'
import type { Profile } from '#web/backend/database.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { type Assignment, arrivalKeys, assignArrival } from '#web/queries/arrivals.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { toast, toastLink } from '#web/ui/toast.ts'

/** Makes an arrival somebody's study, and says where it is; pressed again after a failure it goes on where it ended. */
export function useAssign() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const state = useAsOrigin()
  return useMutation({
    mutationFn: ({ arrival, to }: { arrival: Arrival; to: Assignment; name: string }) =>
      assignArrival(arrival.id, to),
    onSuccess: (studyId, { name }) => {
      const open = () => navigate(paths.study(studyId), { state })
      toast({ title: 'Éxito', description: <Assigned {...{ name, studyId, open }} /> })
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: arrivalKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ]),
  })
}

/** Messages stand outside of the router: `open` leads to the study without loading the portal again. */
function Assigned({ name, studyId, open }: { name: string; studyId: string; open: () => void }) {
  return (
    <>
      Estudio asignado a {name}.
      <a
        href={paths.study(studyId)}
        onClick={(click) => {
          if (click.metaKey || click.ctrlKey || click.shiftKey) return
          click.preventDefault()
          open()
        }}
        className={toastLink}
      >
        Ver estudio
      </a>
    </>
  )
}

/** What one press on a proposal does; null where something must be chosen first. Doctors assign to themselves alone. */
export function assignmentOf(
  { patient_id, doctor_id, study_type, cita_id }: ArrivalProposal,
  me: Pick<Profile, 'id' | 'is_admin'>,
): Assignment | null {
  if (doctor_id === null || study_type === null || !(me.is_admin || doctor_id === me.id)) return null
  return { patient_id, doctor_id, study_type: filedType(study_type), cita_id }
}
