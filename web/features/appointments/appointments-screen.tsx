import { useQueryClient } from '@tanstack/react-query'
import { citaKeys, type WhoseCitas } from '#web/data/citas.ts'
import { useLive } from '#web/data/realtime.ts'
import { useProfile } from '#web/data/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AppointmentDialog } from './appointment-dialog.tsx'
import { AppointmentsList } from './appointments-list.tsx'
import { AppointmentsToolbar } from './appointments-toolbar.tsx'
import { RefreshCitas } from './refresh-citas.tsx'
import { useAppointmentFilters } from './use-appointment-filters.ts'
import { useOpenedCita } from './use-opened-cita.ts'

/** 'Citas' of a doctor, 'Mis Citas' of a patient: list or calendar, live (docs/product/appointments.md). */
export function AppointmentsScreen() {
  const me = useProfile()
  const isDoctor = me.role === 'doctor'
  const whose: WhoseCitas = { as: isDoctor ? 'doctor' : 'patient', id: me.id }
  const client = useQueryClient()
  useLive(
    'citas',
    `${whose.as}_id=eq.${me.id}`,
    () => void client.invalidateQueries({ queryKey: citaKeys.all }),
  )
  const opened = useOpenedCita()
  const filters = useAppointmentFilters()
  return (
    <>
      <PageHeader
        title={isDoctor ? 'Citas' : 'Mis Citas'}
        actions={<RefreshCitas />}
        description={isDoctor ? undefined : 'Las agenda tu doctor. Aquí ves cuándo y dónde son.'}
      />
      <AppointmentsToolbar
        filters={filters}
        search={isDoctor ? 'Buscar por paciente o estudio...' : 'Buscar por doctor o estudio...'}
      />
      <AppointmentsList whose={whose} filters={filters} onOpen={opened.open} />
      {opened.id && (
        <AppointmentDialog id={opened.id} known={opened.known} as={whose.as} onClose={opened.close} />
      )}
    </>
  )
}
