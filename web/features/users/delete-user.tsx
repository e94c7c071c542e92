import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { doctorClosed, notices } from '#web/copy/notices.ts'
import { useClinicSlot } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type AppointmentsPlan, deleteUser, type User } from '#web/queries/admin-users.ts'
import { appointmentKeys, appointmentsAheadQuery } from '#web/queries/appointments.ts'
import { doctorNamesQuery } from '#web/queries/doctors.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Asks before an account is removed, and says whether it was closed or erased. For
 * a doctor it also asks about the coming appointments (docs/product/accounts.md).
 */
export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const isDoctor = user.role === 'doctor'
  const { data: ahead = 0 } = useQuery({
    ...appointmentsAheadQuery(user.id, useClinicSlot()),
    enabled: isDoctor,
  })
  const { data: doctors = [] } = useQuery({ ...doctorNamesQuery(), enabled: ahead > 0 })
  const others = doctors.filter(({ id }) => id !== user.id)
  /** 'keep', 'cancel', or the doctor who gets them. */
  const [choice, setChoice] = useState('keep')
  const remove = useMutation({
    mutationFn: () => deleteUser(user.id, ahead > 0 ? planOf(choice) : undefined),
    onSuccess: (outcome) => {
      if (outcome === 'erased') return toast(notices.userErased)
      const heir = others.find(({ id }) => id === choice)?.full_name
      toast(ahead > 0 && choice !== 'keep' ? doctorClosed(heir) : notices.userClosed)
    },
    onError: (error) => toastError(error, 'delete_user'),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: appointmentKeys.all })
      return client.invalidateQueries({ queryKey: profileKeys.all })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Eliminar a ${user.full_name}?`}
      description={
        <>
          Esta acción es irreversible.{' '}
          <span className="mt-2 block">
            Si la cuenta tiene citas, estudios, notas o pagos, se cierra y sus registros se conservan; si no
            los tiene, se borra por completo.
          </span>
        </>
      }
      onConfirm={() => remove.mutateAsync().catch(() => {})}
    >
      {ahead > 0 && (
        <>
          <p className="mt-3 flex flex-wrap items-center gap-x-3">
            {ahead === 1
              ? 'Tiene 1 cita por venir.'
              : `Tiene ${ahead.toLocaleString('es-MX')} citas por venir.`}
            <Link to={paths.appointmentsOf(user.id)} className={buttonStyle('link', 'compact')}>
              Ver sus citas
            </Link>
          </p>
          <Select
            label={ahead === 1 ? '¿Qué hacemos con ella?' : '¿Qué hacemos con ellas?'}
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
            options={[
              { value: 'keep', label: 'Conservarlas' },
              { value: 'cancel', label: 'Cancelarlas' },
              ...others.map(({ id, full_name }) => ({ value: id, label: `Pasarlas a ${full_name}` })),
            ]}
            help={choice === 'keep' ? 'Las encuentras en «Citas» con el filtro por doctor.' : undefined}
            className="mt-2"
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function planOf(choice: string): AppointmentsPlan {
  return choice === 'keep' || choice === 'cancel' ? { citas: choice } : { citas: 'give', newDoctor: choice }
}
