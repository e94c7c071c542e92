import { useQuery } from '@tanstack/react-query'
import { FileText, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { ProposedTemplate } from '#web/parts/studies/proposed-template.tsx'
import type { ReportTemplate } from '#web/queries/report-templates.ts'
import { allTemplatesQuery } from '#web/queries/report-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { TemplateDialog } from './template-dialog.tsx'

/** What a report of each kind of study is asked to say: edit, add, retire. */
export function TemplatesPanel() {
  const query = useQuery(allTemplatesQuery())
  const [edited, setEdited] = useState<ReportTemplate | 'new' | null>(null)
  const columns: Column<ReportTemplate>[] = [
    {
      header: 'Plantilla',
      place: 'title',
      cell: ({ name }) => name,
      second: ({ name, study_type }) => study_type !== name && study_type,
    },
    {
      header: 'Secciones',
      align: 'right',
      cell: ({ sections, version }) => (
        <>
          {sections.length}
          <span className="table:hidden">
            {sections.length === 1 ? ' sección' : ' secciones'}, versión {version}
          </span>
        </>
      ),
    },
    {
      header: 'Versión',
      align: 'right',
      cell: ({ version }) => <span className="hidden table:inline">{version}</span>,
    },
    { header: 'Estado', cell: (template) => <State template={template} /> },
    {
      header: 'Acciones',
      actions: true,
      cell: (template) => (
        <IconButton
          label={`Editar ${template.name}`}
          icon={<Pencil aria-hidden className="size-5" />}
          onClick={() => setEdited(template)}
        />
      ),
    },
  ]
  const templates = query.data ?? []
  return (
    <>
      <Panel
        title="Plantillas de Informes"
        className={tableRoom.large}
        aside={
          <Button
            size="compact"
            icon={<Plus aria-hidden className="size-4.5" />}
            onClick={() => setEdited('new')}
          >
            Agregar plantilla
          </Button>
        }
      >
        <p className="max-w-measure px-4.5 py-4 text-ink-2">
          Los cambios valen para los informes que se empiecen desde ahora. Los que ya se empezaron conservan
          sus secciones.
        </p>
        <Loaded query={query} code="load_report" skeleton={<SkeletonTable columns={4} rows={8} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<FileText className="size-6" />}>Todavía no hay plantillas.</EmptyState>
            ) : (
              <DataTable
                label="Plantillas de informes"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Panel>
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? null : edited}
          types={templates.map(({ study_type }) => study_type)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function State({ template: { active, approved_at } }: { template: ReportTemplate }) {
  if (!active) return <Chip tone="grey">Retirada</Chip>
  if (!approved_at) return <ProposedTemplate />
  return <Chip tone="green">Activa</Chip>
}
