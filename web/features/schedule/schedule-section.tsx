import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { HoursRow } from '#domain/clinic-hours.ts'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import { useAffected } from '#web/parts/appointments/affected-appointments.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import type { KnownHours } from '#web/queries/clinic-hours.ts'
import { doctorNamesQuery } from '#web/queries/doctors.ts'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { askToLeave } from '#web/ui/unsaved.ts'
import { AgendaPanel } from './agenda-panel.tsx'
import { ClosuresPanel } from './closures-panel.tsx'
import { HoursWords } from './hours-words.tsx'
import { WeekForm } from './week-form.tsx'
import { WeekPreview } from './week-preview.tsx'

/** 'Horarios y cierres': the week of the clinic and of each doctor, and what is closed or open besides (docs/product/admin.md). */
export function ScheduleSection() {
  const [params, setParams] = useSearchParams()
  const { data: doctors = [] } = useQuery(doctorNamesQuery())
  const { hours, error, refetch } = useClinicHours(null, 'doctor')
  const affected = useAffected()
  const chosen = doctors.find(({ id }) => id === params.get('doctor'))
  const options = [
    { value: '', label: 'Clínica' },
    ...doctors.map(({ id, full_name }) => ({ value: id, label: full_name })),
  ]
  const choose = (doctor: string) =>
    askToLeave(() => setParams(doctor ? { doctor } : {}, { replace: true, preventScrollReset: true }))
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <Select
        label="Horario de"
        value={chosen?.id ?? ''}
        options={options}
        onChange={({ target }) => choose(target.value)}
        className="sm:w-80"
      />
      <Loaded
        query={{ data: hours, error, refetch }}
        code="load_clinic_hours"
        skeleton={<SkeletonRows rows={7} />}
        inCard
      >
        {(known) => (
          <>
            <HoursWords week={known.week} />
            <Week key={chosen?.id ?? ''} doctor={chosen ?? null} known={known} onSaved={affected.show} />
            <ClosuresPanel closures={known.closures} doctors={options.slice(1)} onChanged={affected.show} />
          </>
        )}
      </Loaded>
      <AgendaPanel />
      {affected.dialog}
    </div>
  )
}

/** The week as it is edited, and what it makes of the days. */
function Week({
  doctor,
  known,
  onSaved,
}: {
  doctor: { id: string; full_name: string } | null
  known: KnownHours
  onSaved: ReturnType<typeof useAffected>['show']
}) {
  const [edited, setEdited] = useState<HoursRow[] | null>(null)
  const doctorId = doctor?.id ?? null
  const others = known.week.filter(({ doctor_id }) => doctor_id !== doctorId)
  const stored = known.week.filter(({ doctor_id }) => doctor_id === doctorId)
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 min-[88rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <WeekForm
        doctor={doctor}
        stored={stored}
        clinicWeek={known.week.filter(({ doctor_id }) => doctor_id === null)}
        onEdit={setEdited}
        onSaved={onSaved}
      />
      <WeekPreview hours={{ doctorId, week: [...others, ...(edited ?? stored)], closures: known.closures }} />
    </div>
  )
}
