import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment } from '#web/hooks/clock.ts'
import { UrgentChip } from '#web/parts/orders/urgent-chip.tsx'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type BookedRequest, patientOfRequest } from '#web/queries/requests.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'

/** Narrower windows have no room for the three columns of a row (`card` in base.css). */
export const fromColumns = '(min-width: 34rem)'

/**
 * What a phone shows of a request before its actions, in two lines and the chip of an urgent order; its e-mail is in the detail, to
 * which `opener` leads.
 */
export const phoneColumns = (
  zone: string,
  opener: (row: BookedRequest) => ReactNode,
): Column<BookedRequest>[] => [
  {
    header: 'Paciente',
    place: 'title',
    cell: (row) => <PatientName id={patientOfRequest(row)} name={row.patient_name} />,
    second: (row) => (
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0">
          <Dotted
            parts={[
              row.study_type,
              <span key="received" className="whitespace-nowrap tabular-nums">
                {formatDay(clinicMoment(row.created_at, zone).day)}
              </span>,
            ]}
          />
        </div>
        {opener(row)}
      </div>
    ),
  },
  {
    header: 'Estado',
    whole: true,
    place: 'end',
    cell: ({ status }) => <StatusChip of="request" status={status} />,
  },
  { header: 'Urgencia', whole: true, cell: ({ orders }) => orders?.urgent && <UrgentChip /> },
]
