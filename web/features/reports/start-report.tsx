import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { ProposedTemplate } from '#web/parts/studies/proposed-template.tsx'
import { startReport } from '#web/queries/report-drafts.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import {
  approveTemplate,
  type ReportTemplate,
  templateKey,
  templatesQuery,
} from '#web/queries/report-templates.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Chooses the template of a study without a report, and begins. */
export function StartReport({ studyId, studyType }: { studyId: string; studyType: string | null }) {
  const query = useQuery(templatesQuery())
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-4.5 [--inset:--spacing(4)]">
      <Loaded query={query} code="load_report" skeleton={<SkeletonRows rows={3} />}>
        {(templates) => <Choice studyId={studyId} templates={forType(templates, studyType)} />}
      </Loaded>
    </div>
  )
}

/** Those of the study's type; all of them for a type that has none. */
function forType(templates: readonly ReportTemplate[], type: string | null): readonly ReportTemplate[] {
  const own = templates.filter(({ study_type }) => study_type === type)
  return own.length > 0 ? own : templates
}

function Choice({ studyId, templates }: { studyId: string; templates: readonly ReportTemplate[] }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(templates[0]?.id ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // One report, however often it is asked for after a lost answer.
  const rowId = useRowId()
  async function start(): Promise<void> {
    setBusy(true)
    setRefused(null)
    try {
      const report = { study_id: studyId, template_id: chosen }
      await startReport({ id: rowId.idFor(report), ...report })
      await client.invalidateQueries({ queryKey: reportKeys.all })
    } catch (failure) {
      toastError(failure, 'change_report')
      if (failure instanceof AppError && failure.detail) setRefused(errorMessage(failure).description)
      // It was begun before, by oneself or somebody else: the page shows what is.
      if (failure instanceof AppError && failure.reason === 'conflict')
        await client.invalidateQueries({ queryKey: reportKeys.all })
    } finally {
      setBusy(false)
    }
  }
  const current = templates.find(({ id }) => id === chosen)
  if (templates.length === 0) return <p>No hay plantillas activas. Pide a un administrador que active una.</p>
  return (
    <>
      {refused && (
        <p role="alert" className="rounded-field bg-pend-soft p-4 font-semibold text-pend">
          {refused}
        </p>
      )}
      <fieldset disabled={busy} className="grid gap-2">
        <legend className="mb-2 text-label">Plantilla</legend>
        {templates.map((template) => (
          <TemplateOption
            key={template.id}
            template={template}
            own={ownSections(template, templates)}
            chosen={template.id === chosen}
            onChoose={() => setChosen(template.id)}
          />
        ))}
        <ApproveTemplate template={current} />
      </fieldset>
      {current && (
        <div className="overflow-clip rounded-field border border-line bg-surface text-meta">
          <Folded words={`Secciones de «${current.name}»`}>
            <ol className="list-decimal py-3 pr-4 pl-9 text-ink-2 marker:text-ink-3">
              {current.sections.map(({ title }) => (
                <li key={title}>{title}</li>
              ))}
            </ol>
          </Folded>
        </div>
      )}
      <div className="sticky -bottom-4.5 -mx-4.5 mt-auto -mb-4.5 border-t border-line bg-paper px-4.5 py-3">
        <Button
          variant="primary"
          busy={busy}
          busyLabel="Empezando..."
          className="max-sm:w-full"
          onClick={() => void start()}
        >
          Empezar informe
        </Button>
      </div>
    </>
  )
}

/** The titles of the sections that only some of the templates have: by them one tells them apart. */
function ownSections({ sections }: ReportTemplate, all: readonly ReportTemplate[]): string[] {
  return sections
    .map(({ title }) => title)
    .filter((title) => !all.every((one) => one.sections.some((section) => section.title === title)))
}

/** For administrators: the chosen template, as long as nobody has approved it. */
function ApproveTemplate({ template }: { template: ReportTemplate | undefined }) {
  const me = useProfile()
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  if (!me.is_admin || !template || template.approved_at) return null
  return (
    <>
      <Button size="compact" className="justify-self-start" onClick={() => setAsked(true)}>
        Aprobar plantilla
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`¿Aprobar «${template.name}»?`}
        description="Apruébala cuando tu radiólogo haya revisado sus secciones. Deja de decir que es una propuesta."
        confirmLabel="Aprobar"
        busyLabel="Aprobando..."
        variant="primary"
        onConfirm={async () => {
          try {
            await approveTemplate(template.id)
            await client.invalidateQueries({ queryKey: templateKey })
            setAsked(false)
          } catch (failure) {
            toastError(failure, 'save_phrase')
          }
        }}
      />
    </>
  )
}

function TemplateOption({
  template: { id, name, sections, approved_at },
  own,
  chosen,
  onChoose,
}: {
  template: ReportTemplate
  own: readonly string[]
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <label
      htmlFor={`plantilla-${id}`}
      className="flex cursor-pointer items-start gap-3 rounded-field border border-line bg-surface p-4 has-checked:border-brand-700 has-checked:bg-brand-50"
    >
      <input
        id={`plantilla-${id}`}
        type="radio"
        name="plantilla"
        checked={chosen}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-brand-700"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="font-semibold">{name}</span>
        {!approved_at && <ProposedTemplate />}
        <span className="line-clamp-2 text-meta text-ink-3 wrap-break-word">
          {`${sections.length} secciones`}
          {own.length > 0 && `, entre ellas ${own.join(', ')}`}
        </span>
      </span>
    </label>
  )
}
