import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useListState } from '#web/hooks/list-state.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { doctorStudiesQuery } from '#web/queries/studies.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { AddStudy } from './add-study.tsx'
import { useOwnStudies } from './own-studies.tsx'
import { type StudyActions, StudyList } from './study-list.tsx'

const pageSize = 10

const sorts = {
  '-agregado': 'Agregados recientemente',
  '-fecha': 'Fecha: del más reciente',
  fecha: 'Fecha: del más antiguo',
  tipo: 'Tipo de estudio',
}

/** 'Estudios': what the doctor has added, live (docs/product/studies.md). `arrived` leads to what machines sent. */
export function DoctorStudiesScreen({ more, arrived }: { more: StudyActions; arrived?: ReactNode }) {
  const me = useProfile()
  const list = useListState([], {
    agregado: 'created_at',
    fecha: 'study_date',
    tipo: 'study_type',
  })
  const own = useOwnStudies()
  const [adding, setAdding] = useState(false)
  const query = useQuery(
    doctorStudiesQuery(me.id, { search: list.search, order: list.order, page: list.page, pageSize }),
  )
  return (
    <>
      <PageHeader
        title="Estudios"
        tools={arrived}
        primary={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-5" />}
            onClick={() => setAdding(true)}
          >
            Agregar Estudio
          </Button>
        }
      />
      <Filters
        search={
          <SearchField
            label="Buscar por paciente, estudio o archivo..."
            value={list.typed}
            onChange={list.setSearch}
          />
        }
        set={0}
        few={isFew(query.data?.total, list.isFiltered)}
        className="mb-4"
      >
        {() => <SortSelect value={list.sort} options={sorts} onChange={list.setSort} />}
      </Filters>
      <StudyList
        query={query}
        code="load_studies"
        liveFilter={`doctor_id=eq.${me.id}`}
        {...{ list, pageSize }}
        patient={(study) =>
          study.patient_name && <PatientName id={study.patient_id} name={study.patient_name} />
        }
        more={more}
        manage={own.manage}
        empty={list.search ? 'No se encontraron estudios.' : 'Todavía no has agregado estudios.'}
      />
      {own.dialog}
      <AddStudy open={adding} onOpenChange={setAdding} patientId={null} />
    </>
  )
}
