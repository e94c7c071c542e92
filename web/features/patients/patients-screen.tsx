import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { Link } from 'react-router'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import * as paths from '#web/hooks/paths.ts'
import { CardList } from '#web/parts/lists/list.tsx'
import { PatientCardsSkeleton, patientGrid } from '#web/parts/people/patient-cards-skeleton.tsx'
import { doctorPatientsQuery } from '#web/queries/profiles.ts'
import { visitsQuery } from '#web/queries/visits.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { PatientCard } from './patient-card.tsx'
import { visitWords } from './visits.ts'

const pageSize = 12

/** 'Pacientes': the doctor's own patients, by name (docs/product/accounts.md). */
export function PatientsScreen() {
  const me = useProfile()
  const list = useListState()
  const query = useQuery(doctorPatientsQuery(me.id, { search: list.search, page: list.page, pageSize }))
  const today = useClinicToday()
  const visits = useQuery(visitsQuery(me.id, query.data?.rows.map(({ id }) => id) ?? []))
  return (
    <>
      <PageHeader
        title="Pacientes"
        primary={
          <Link to={paths.addPatient} className={buttonStyle('primary')}>
            <UserPlus aria-hidden className="size-5" />
            Agregar Paciente
          </Link>
        }
      />
      <SearchField
        label="Buscar por nombre o correo..."
        value={list.typed}
        onChange={list.setSearch}
        className="mb-4"
      />
      <CardList
        query={query}
        code="load_patients"
        {...{ list, pageSize }}
        noun={['paciente', 'pacientes']}
        Icon={Users}
        empty={list.search ? 'No se encontraron pacientes con esa búsqueda.' : 'Todavía no tienes pacientes.'}
        grid={patientGrid}
        skeleton={<PatientCardsSkeleton count={pageSize} />}
      >
        {(patient) => (
          <PatientCard
            patient={patient}
            visits={isOnItsWay(visits) ? null : visitWords(visits.data ?? [], patient.id, today)}
          />
        )}
      </CardList>
    </>
  )
}
