import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { filedType } from '#domain/study.ts'
import type { Arrival, ArrivalProposal } from '#web/backend/answers.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { CardList } from '#web/parts/lists/list.tsx'
import { usePatientAside } from '#web/parts/people/use-patient-aside.tsx'
import { PicturedSkeleton } from '#web/parts/studies/pictured-frame.tsx'
import { arrivalKeys, arrivalsQuery } from '#web/queries/arrivals.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ArrivalCard } from './arrival-card.tsx'
import { AssignDialog, type AssignStart, person } from './assign-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { DiscardedList } from './discarded-list.tsx'

const pageSize = 10

/** One below the other: whose each may be needs the room. */
const grid = 'grid-cols-1 gap-4'

type Asked = { arrival: Arrival } & ({ what: 'assign'; start: AssignStart } | { what: 'new' | 'discard' })

const nobody: AssignStart = { patient: null, doctor: null, study_type: '', cita: '' }

/** 'Recibidos': what machines sent and is nobody's yet, live (docs/product/machines.md). */
export function ArrivalsScreen() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(arrivalsQuery())
  useLive('arrivals', '', () => void client.invalidateQueries({ queryKey: arrivalKeys.all }))
  const from = useCameFrom()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const aside = usePatientAside((patient) => {
    if (asked) setAsked({ arrival: asked.arrival, what: 'assign', start: { ...nobody, patient } })
  })
  const waiting = data?.filter(({ state }) => state === 'complete')
  const discarded = data?.filter(({ state }) => state === 'discarded') ?? []
  const shown = waiting && {
    rows: waiting.slice((page - 1) * pageSize, page * pageSize),
    total: waiting.length,
  }
  const search = (arrival: Arrival, proposal: ArrivalProposal | null) =>
    setAsked({ arrival, what: 'assign', start: proposal ? startOf(proposal) : nobody })

  return (
    <>
      <Link to={from ?? paths.studies} className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        {from && !from.includes('/studies') ? 'Volver' : 'Estudios'}
      </Link>
      <PageHeader
        title="Recibidos"
        description="Lo que enviaron los equipos y todavía no es de ningún paciente."
      />
      <div className="@container">
        <CardList
          query={{ data: shown, error, refetch }}
          code="load_arrivals"
          list={{ page, setPage }}
          pageSize={pageSize}
          noun={['estudio', 'estudios']}
          Icon={Inbox}
          empty="No hay estudios por asignar. Cuando un equipo envíe uno que no tenga dueño seguro, aparecerá aquí."
          grid={grid}
          skeleton={<SkeletonCards cards={2} className={grid} card={<PicturedSkeleton isShort />} />}
        >
          {(arrival) => (
            <ArrivalCard
              arrival={arrival}
              onSearch={(proposal) => search(arrival, proposal)}
              onNew={() => {
                setAsked({ arrival, what: 'new' })
                aside.ask(arrival.said.name ?? '')
              }}
              onDiscard={() => setAsked({ arrival, what: 'discard' })}
            />
          )}
        </CardList>
      </div>
      {discarded.length > 0 && (
        <DiscardedList
          arrivals={discarded}
          onRecover={(arrival) => search(arrival, arrival.proposals[0] ?? null)}
        />
      )}
      {asked?.what === 'assign' && (
        <AssignDialog arrival={asked.arrival} start={asked.start} onClose={close} />
      )}
      {asked?.what === 'discard' && <DiscardDialog arrival={asked.arrival} onClose={close} />}
      {aside.dialog}
    </>
  )
}

/** A proposal as the form begins with it. */
function startOf({
  patient_id,
  patient_name,
  doctor_id,
  doctor_name,
  study_type,
  cita_id,
}: ArrivalProposal): AssignStart {
  return {
    patient: person(patient_id, patient_name),
    doctor: doctor_id === null ? null : person(doctor_id, doctor_name),
    study_type: study_type === null ? '' : filedType(study_type),
    cita: cita_id ?? '',
  }
}
