import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { Link } from 'react-router'
import { useListState } from '#web/hooks/list-state.ts'
import * as paths from '#web/hooks/paths.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { doctorPatientsQuery } from '#web/queries/profiles.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { PatientCard, PatientCardSkeleton, patientGrid } from './patient-card.tsx'

const pageSize = 12

/** 'Pacientes': the doctor's own patients, by name (docs/product/accounts.md). */
export function PatientsScreen() {
  const me = useProfile()
  const list = useListState()
  const { data, error, refetch } = useQuery(
    doctorPatientsQuery(me.id, { search: list.search, page: list.page, pageSize }),
  )
  return (
    <>
      <PageHeader
        title="Pacientes"
        actions={
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
        className="mb-4 sm:max-w-md"
      />
      {data && data.total > 0 ? (
        <>
          <ul className={patientGrid}>
            {data.rows.map((patient) => (
              <li key={patient.id}>
                <PatientCard patient={patient} />
              </li>
            ))}
          </ul>
          <Pagination
            page={list.page}
            pageSize={pageSize}
            total={data.total}
            onPage={list.setPage}
            noun={['paciente', 'pacientes']}
          />
        </>
      ) : data ? (
        <Card className="overflow-clip">
          <EmptyState icon={<Users className="size-6" />}>
            {list.search ? 'No se encontraron pacientes con esa búsqueda.' : 'Todavía no tienes pacientes.'}
          </EmptyState>
        </Card>
      ) : error ? (
        <Card className="overflow-clip">
          <FailedLoad error={error} code="load_patients" onRetry={refetch} />
        </Card>
      ) : (
        <PatientCardSkeleton count={pageSize} />
      )}
    </>
  )
}
