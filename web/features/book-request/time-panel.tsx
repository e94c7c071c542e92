import { useEffect, useRef, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { SlotPicker } from '#web/parts/appointments/slot-picker.tsx'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { DoctorPicker } from '#web/parts/people/doctor-picker.tsx'
import { StudySelect } from '#web/parts/studies/study-select.tsx'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DayStrip } from './day-strip.tsx'
import type { useOpenSlots } from './use-open-slots.ts'

/** '2. Día y hora': with whom, for which study, and when. */
export function TimePanel({
  doctor,
  onDoctor,
  study,
  onStudy,
  open,
  offers,
  onOffer,
  problems,
  busy,
}: {
  doctor: DoctorPatient | null
  onDoctor: (doctor: DoctorPatient | null) => void
  study: string
  onStudy: (study: string) => void
  open: ReturnType<typeof useOpenSlots>
  /** Whether the patient chooses the hour by a link; null where that is not offered. */
  offers: boolean | null
  onOffer: (offers: boolean) => void
  problems: { doctor?: string | null; study?: string | null; time?: string | null }
  busy: boolean
}) {
  // Administrators choose; doctors book themselves.
  const { is_admin: isAdmin, full_name } = useProfile()
  return (
    <div className="grid grid-cols-1 gap-4 p-4.5 sm:grid-cols-2">
      {isAdmin && (
        <DoctorPicker
          label="Doctor"
          required
          value={doctor}
          onChange={onDoctor}
          error={problems.doctor}
          disabled={busy}
        />
      )}
      <Study
        of={isAdmin ? null : full_name}
        study={study}
        onStudy={onStudy}
        problem={problems.study}
        busy={busy}
      />
      {doctor && (
        <div className="flex min-w-0 flex-col gap-5 sm:col-span-2">
          {offers !== null && (
            <Segmented
              wraps
              label="Quién elige el horario"
              value={offers ? 'patient' : 'here'}
              options={[
                { value: 'here', label: 'Elegir ahora' },
                { value: 'patient', label: 'Que el paciente elija' },
              ]}
              onChange={(value) => onOffer(value === 'patient')}
              className="self-start"
            />
          )}
          {offers ? (
            <p className="rounded-field bg-sunken px-4 py-3 text-meta text-ink-2">
              La solicitud queda aceptada, y el paciente elige día y hora con un enlace que le envías.
            </p>
          ) : (
            <Times open={open} problem={problems.time} busy={busy} />
          )}
        </div>
      )}
    </div>
  )
}

/** The strip of days and the hours of the chosen one. */
function Times({
  open,
  problem,
  busy,
}: {
  open: ReturnType<typeof useOpenSlots>
  problem: string | null | undefined
  busy: boolean
}) {
  const { choice, days } = open
  return (
    <>
      {open.missed && (
        <p role="status" className="rounded-field bg-brand-50 px-4 py-3 text-meta text-ink-2">
          {open.missed < choice.today
            ? `La fecha tentativa (${formatDay(open.missed)}) ya pasó: te proponemos el primer horario libre a partir de mañana.`
            : `El ${formatDay(open.missed)} no tiene horarios libres: este es el siguiente día.`}
        </p>
      )}
      {days ? (
        <>
          <DayStrip
            days={days}
            day={choice.day}
            busy={busy}
            canGoBack={open.canGoBack}
            onGo={open.go}
            onPick={open.pickDay}
          />
          <SlotPicker
            choice={choice}
            problem={problem}
            busy={busy}
            onPick={(time) => open.pick({ day: choice.day, time })}
          />
        </>
      ) : choice.failed ? (
        <div className="rounded-field border border-line">
          <FailedLoad {...choice.failed} />
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">Cargando...</span>
          <Skeleton className="h-72" />
        </div>
      )}
    </>
  )
}

/** With whom and what was asked for, which may have left the catalogue; the list is read when somebody changes it. */
function Study({
  of: doctor,
  study,
  onStudy,
  problem,
  busy,
}: {
  /** The doctor, where that is not chosen. */
  of: string | null
  study: string
  onStudy: (study: string) => void
  problem: string | null | undefined
  busy: boolean
}) {
  const [asked] = useState(study)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isOpen) place.current?.querySelector('select')?.focus()
  }, [isOpen])
  if (isOpen) {
    return (
      <div ref={place}>
        <StudySelect value={study} kept={asked} onChange={onStudy} error={problem} disabled={busy} />
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-2">
      <dl className="min-w-0 flex-1 basis-32 text-ink-2 sm:flex sm:flex-wrap sm:gap-x-8">
        {doctor && <Fact term="Doctor">{doctor}</Fact>}
        <Fact term="Tipo de Estudio">{study}</Fact>
      </dl>
      <Button size="compact" disabled={busy} onClick={() => setOpen(true)} className="shrink-0">
        Cambiar estudio
      </Button>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex min-w-0 gap-x-2">
      <dt className="text-ink-3 max-sm:sr-only">{term}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </div>
  )
}
