import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useListState } from '#web/hooks/list-state.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { RefreshButton } from '#web/parts/lists/refresh-button.tsx'
import { allStudiesQuery } from '#web/queries/admin-studies.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { AdminStudyCard } from './admin-study-card.tsx'
import { DeleteStudy } from './delete-study.tsx'
import { StudyCards } from './study-cards.tsx'
import type { StudyActions } from './study-list.tsx'

const studyDialog = loadLater(async () => (await import('./study-form-dialog.tsx')).StudyFormDialog)
const later = [studyDialog]

const pageSize = 9

const sorts = {
  '-agregado': 'Agregados recientemente',
  agregado: 'Agregados hace más tiempo',
  '-fecha': 'Fecha: del más reciente',
  fecha: 'Fecha: del más antiguo',
}

/** 'Gestión de Estudios': every study of the clinic, live (docs/product/admin.md). `arrived` leads to what machines sent. */
export function AdminStudiesScreen({ more, arrived }: { more: StudyActions; arrived?: ReactNode }) {
  const list = useListState([], { agregado: 'created_at', fecha: 'study_date' })
  const query = useQuery(
    allStudiesQuery({ search: list.search, order: list.order, page: list.page, pageSize }),
  )
  useLiveStudies('')
  // The study as it was when its dialog opened; 'new' when adding one.
  const [edited, setEdited] = useState<StudyWithPeople | 'new' | null>(null)
  const [deleted, setDeleted] = useState<StudyWithPeople | null>(null)
  usePreload(later)

  return (
    <>
      <PageHeader
        title="Gestión de Estudios"
        tools={
          <>
            {/* It may come late, and moves nothing there. */}
            {arrived}
            <RefreshButton queryKey={studyKeys.all} code="load_studies" />
          </>
        }
        primary={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-5" />}
            onClick={() => setEdited('new')}
          >
            Nuevo Estudio
          </Button>
        }
      />
      <Filters
        search={
          <SearchField
            label="Buscar por tipo de estudio, paciente o doctor..."
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
      <StudyCards
        query={query}
        code="load_studies"
        {...{ list, pageSize }}
        empty="No se encontraron estudios"
      >
        {(study) => (
          <AdminStudyCard
            study={study}
            more={more(study)}
            onEdit={() => setEdited(study)}
            onDelete={() => setDeleted(study)}
          />
        )}
      </StudyCards>
      <Suspense>
        {edited && (
          <studyDialog.Later study={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Suspense>
      {deleted && <DeleteStudy study={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
