import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CalendarPlus, Plus, UserX, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { patientNumber } from '#domain/patient-number.ts'
import { NextAppointment } from '#web/features/patients/next-appointment.tsx'
import { NotesPanel } from '#web/features/patients/notes-panel.tsx'
import { PatientAppointments } from '#web/features/patients/patient-appointments.tsx'
import { PatientData } from '#web/features/patients/patient-data.tsx'
import { PatientPayments } from '#web/features/patients/patient-payments.tsx'
import { RecordSections } from '#web/features/patients/record-sections.tsx'
import { RecordSkeleton } from '#web/features/patients/record-skeleton.tsx'
import { useSharing } from '#web/features/sharing/share-study.tsx'
import { AddStudy } from '#web/features/studies/add-study.tsx'
import { PatientStudies } from '#web/features/studies/patient-studies.tsx'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { type PatientRecord as PatientRecordData, patientQuery } from '#web/queries/profiles.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const booking = loadLater(
  async () => (await import('#web/features/appointments/record-booking.tsx')).RecordBooking,
)
const history = loadLater(
  async () => (await import('#web/features/patients/patient-history.tsx')).PatientHistory,
)

const addStudy = { label: 'Agregar Estudio', icon: <Plus aria-hidden className="size-5" /> }
const pay = { label: 'Registrar Pago', icon: <Wallet aria-hidden className="size-5" /> }
const book = { icon: <CalendarPlus aria-hidden className="size-5" />, children: 'Nueva Cita' }

/** What can be done once it is known for whom. */
const laterMenu = [addStudy, pay].map((action) => ({ ...action, disabled: true, onPick: () => {} }))
const laterPrimary = <Button variant="primary" disabled {...book} />

/** The record of one patient: everything about them, one part at a time (docs/product/patients.md). */
export function PatientRecord() {
  const { patientId = '' } = useParams()
  const {
    data: patient,
    error,
    refetch,
  } = useQuery({ ...patientQuery(patientId), enabled: isUuid(patientId) })
  const from = useCameFrom()
  const isList = from?.split('?')[0] === paths.patients
  const missing = patient === null || !isUuid(patientId)
  const waits = !missing && !error
  return (
    <>
      {/* The list as it was left: its search and page. */}
      <Link
        to={isList ? from : paths.patients}
        className={buttonStyle('link', 'compact', 'max-sm:-mt-2.5 max-sm:-mb-1 sm:mb-1')}
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Pacientes
      </Link>
      {patient ? (
        // Remount per patient, so that no previous data shows while loading.
        <Sections key={patient.id} patient={patient} />
      ) : (
        <>
          {/* As high as the name that comes, with a line above it where there is room, and its buttons. */}
          <PageHeader
            above={waits && <span className="max-xl:hidden">&nbsp;</span>}
            title="Expediente"
            menu={waits ? laterMenu : []}
            primary={waits && laterPrimary}
          />
          {missing ? (
            <Card className="overflow-clip">
              <EmptyState icon={<UserX className="size-6" />}>
                Este paciente no existe o no está vinculado contigo.
              </EmptyState>
            </Card>
          ) : error ? (
            <Card className="overflow-clip">
              <FailedLoad error={error} code="load_patient" onRetry={refetch} />
            </Card>
          ) : (
            <RecordSkeleton />
          )}
        </>
      )}
    </>
  )
}

function Sections({ patient }: { patient: PatientRecordData }) {
  const [adding, setAdding] = useState(false)
  const [params, setParams] = useSearchParams()
  const isBooking = params.has('nueva')
  // What was booked stays on the page when the form has closed.
  const [wasBooking, setWasBooking] = useState(isBooking)
  if (isBooking && !wasBooking) setWasBooking(true)
  const [hasBooked, setHasBooked] = useState(false)
  const sharing = useSharing()
  return (
    <>
      <PageHeader
        above={
          <span className="tabular-nums max-xl:hidden">
            Expediente del paciente {patientNumber(patient.patient_number)}
          </span>
        }
        title={patient.full_name}
        menu={[
          { ...addStudy, onPick: () => setAdding(true) },
          { ...pay, to: paths.paymentOf(patient.id) },
        ]}
        primary={
          <Button
            variant={hasBooked ? 'secondary' : 'primary'}
            {...book}
            onClick={() =>
              setParams(
                { ...Object.fromEntries(params), nueva: 'cita' },
                { replace: true, preventScrollReset: true },
              )
            }
          />
        }
      />
      {wasBooking && (
        <Suspense>
          <booking.Later patient={patient} onBooked={setHasBooked} />
        </Suspense>
      )}
      <div className="flex flex-col gap-3 sm:gap-4">
        <Card className="divide-y divide-line overflow-clip">
          <PatientData patient={patient} />
          <NextAppointment patientId={patient.id} />
        </Card>
        <RecordSections patientId={patient.id}>
          {{
            estudios: <PatientStudies patientId={patient.id} more={sharing.button} />,
            notas: <NotesPanel patientId={patient.id} />,
            citas: <PatientAppointments patientId={patient.id} />,
            pagos: <PatientPayments patientId={patient.id} />,
            historial: (
              <Suspense
                fallback={
                  <Panel isPlain title="Historial">
                    <SkeletonRows rows={5} />
                  </Panel>
                }
              >
                <history.Later patientId={patient.id} />
              </Suspense>
            ),
          }}
        </RecordSections>
      </div>
      <AddStudy open={adding} onOpenChange={setAdding} patientId={patient.id} />
      {sharing.dialog}
    </>
  )
}
