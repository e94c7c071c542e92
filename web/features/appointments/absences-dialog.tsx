import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import { useAffected } from '#web/parts/appointments/affected-appointments.tsx'
import { ClosureDialog } from '#web/parts/appointments/closure-dialog.tsx'
import { ClosureList } from '#web/parts/appointments/closure-list.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** 'Mis ausencias': a doctor's own, with ways to add one and to take one back (docs/product/appointments.md). */
export function AbsencesDialog({ doctorId, onClose }: { doctorId: string; onClose: () => void }) {
  const { hours, error, refetch } = useClinicHours(doctorId, 'doctor')
  const affected = useAffected()
  const [adding, setAdding] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mis ausencias"
      description="Esos días y horas no se te puede agendar. Ninguna cita cambia por sí sola."
      footer={
        <Button
          variant="primary"
          icon={<Plus aria-hidden className="size-5" />}
          onClick={() => setAdding(true)}
        >
          Agregar ausencia
        </Button>
      }
    >
      <Loaded
        query={{ data: hours, error, refetch }}
        code="load_clinic_hours"
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ closures }) => (
          <ClosureList
            closures={closures.filter((one) => one.kind === 'ausencia' && one.doctor_id === doctorId)}
            empty="No tienes ausencias este año."
            onRemoved={affected.show}
          />
        )}
      </Loaded>
      {adding && (
        <ClosureDialog
          kind="ausencia"
          doctorId={doctorId}
          onClose={() => setAdding(false)}
          onAdded={affected.show}
        />
      )}
      {affected.dialog}
    </Dialog>
  )
}
