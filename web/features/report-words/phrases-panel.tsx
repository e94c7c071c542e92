import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Quote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { deletePhrase, phraseKey, type ReportPhrase } from '#web/queries/report-templates.ts'
import { allTemplatesQuery, clinicPhrasesQuery } from '#web/queries/report-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { ClinicPhraseDialog } from './clinic-phrase-dialog.tsx'

const pageSize = 10

/** The phrases that every doctor of the clinic finds with '/': add, edit, remove. */
export function PhrasesPanel() {
  const [page, setPage] = useState(1)
  const query = useQuery(clinicPhrasesQuery({ page, pageSize }))
  const { data: templates = [] } = useQuery(allTemplatesQuery())
  const [edited, setEdited] = useState<ReportPhrase | 'new' | null>(null)
  const [leaving, setLeaving] = useState<ReportPhrase | null>(null)
  const placeOf = ({ template_id, section_key }: ReportPhrase) => {
    const template = templates.find(({ id }) => id === template_id)
    const section = template?.sections.find(({ key }) => key === section_key)
    return <Dotted parts={[template?.name ?? 'Todas las plantillas', section?.title]} />
  }
  const columns: Column<ReportPhrase>[] = [
    { header: 'Título', place: 'title', cell: ({ title }) => title },
    { header: 'Frase', cell: ({ text }) => <span className="line-clamp-3 wrap-break-word">{text}</span> },
    { header: 'Se ofrece en', term: true, cell: placeOf },
    {
      header: 'Acciones',
      actions: true,
      cell: (phrase) => (
        <>
          <IconButton
            label={`Editar la frase ${phrase.title}`}
            icon={<Pencil aria-hidden className="size-5" />}
            onClick={() => setEdited(phrase)}
          />
          <IconButton
            tone="bad"
            label={`Eliminar la frase ${phrase.title}`}
            icon={<Trash2 aria-hidden className="size-5" />}
            onClick={() => setLeaving(phrase)}
          />
        </>
      ),
    },
  ]
  return (
    <>
      <ListPanel
        title="Frases de la Clínica"
        className={tableRoom.medium}
        aside={
          <Button
            size="compact"
            icon={<Plus aria-hidden className="size-4.5" />}
            onClick={() => setEdited('new')}
          >
            Agregar frase
          </Button>
        }
        query={query}
        code="load_report"
        list={{ page, setPage }}
        pageSize={pageSize}
        noun={['frase', 'frases']}
        Icon={Quote}
        empty="Todavía no hay frases de la clínica."
        skeleton={<SkeletonTable columns={3} rows={3} />}
      >
        {(rows) => (
          <DataTable label="Frases de la clínica" columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </ListPanel>
      {edited && (
        <ClinicPhraseDialog
          phrase={edited === 'new' ? null : edited}
          templates={templates}
          onClose={() => setEdited(null)}
        />
      )}
      {leaving && <Removal phrase={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function Removal({ phrase, onClose }: { phrase: ReportPhrase; onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`¿Eliminar la frase «${phrase.title}»?`}
      description="Deja de ofrecerse. Los informes que la usaron no cambian."
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      onConfirm={async () => {
        try {
          await deletePhrase(phrase.id)
          onClose()
          await queries.invalidateQueries({ queryKey: phraseKey })
        } catch (failure) {
          toastError(failure, 'save_phrase')
        }
      }}
    />
  )
}
