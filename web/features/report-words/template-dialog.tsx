import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { studyTypes } from '#domain/study.ts'
import {
  columnsProblem,
  type EditedSection,
  editedSections,
  storedSections,
  templateLimits,
  titleProblem,
} from '#domain/template-sections.ts'
import { newId } from '#web/backend/ids.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { type ReportTemplate, templateKey } from '#web/queries/report-templates.ts'
import { addTemplate, saveTemplate } from '#web/queries/report-words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { TemplateSections } from './template-sections.tsx'

type Draft = { name: string; study_type: string; active: boolean; sections: EditedSection[] }

/** Name, kind of study and sections of a template; `template` is null for a new one, `types` are the kinds that have one. */
export function TemplateDialog({
  template,
  types,
  onClose,
}: {
  template: ReportTemplate | null
  types: readonly string[]
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [wasSaved, setWasSaved] = useState(false)
  const form = useForm({
    start: () => draftOf(template),
    check: problemsOf,
    send: async ({ name, sections, ...draft }, idFor) => {
      const words = { ...draft, name: name.trim(), sections: storedSections(sections) }
      if (template) await saveTemplate(template.id, words, wasSaved ? null : template.updated_at)
      else await addTemplate({ id: idFor(words), ...words })
      toast({
        title: template ? 'Plantilla guardada' : 'Plantilla agregada',
        description: `${words.name}: vale para los informes que se empiecen desde ahora.`,
      })
      onClose()
      await queries.invalidateQueries({ queryKey: templateKey })
    },
    code: 'save_phrase',
    failed: (failure) => {
      if (template && failure.reason === 'missing') setWasSaved(true)
      else toastError(failure, 'save_phrase')
      return undefined
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={template ? 'Editar Plantilla' : 'Agregar Plantilla'}
      description={
        template && !template.approved_at
          ? 'Es una propuesta: revísala con tu radiólogo. Al guardarla queda aprobada.'
          : undefined
      }
      action="Guardar plantilla"
      actionBusy="Guardando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        {wasSaved && (
          <p role="alert" className="rounded-field bg-pend-soft p-4 font-semibold text-pend">
            Otra persona cambió esta plantilla mientras la editabas. Lo que escribiste sigue aquí; si vuelves
            a guardar, reemplaza lo suyo.
          </p>
        )}
        <TextField
          label="Nombre"
          required
          autoComplete="off"
          maxLength={templateLimits.name}
          {...form.text('name')}
        />
        <Select
          label="Tipo de estudio"
          required
          placeholder="Selecciona un tipo"
          options={[...new Set([...studyTypes, ...types])]}
          {...form.text('study_type')}
        />
        <Checkbox
          label="Activa"
          help="Se ofrece al empezar un informe. Una plantilla retirada se conserva."
          {...form.tick('active')}
        />
        <TemplateSections
          sections={form.values.sections}
          asked={Boolean(form.problems.sections)}
          onChange={(sections) => form.set({ sections })}
        />
      </fieldset>
    </FormDialog>
  )
}

function draftOf(template: ReportTemplate | null): Draft {
  if (!template) return { name: '', study_type: '', active: true, sections: editedSections([], newId) }
  const { name, study_type, active, sections } = template
  return { name, study_type, active, sections: editedSections(sections, newId) }
}

function problemsOf({ name, study_type, sections }: Draft) {
  const wrong = sections.map((section) => titleProblem(section) ?? columnsProblem(section)).find(Boolean)
  return {
    name: name.trim() === '' ? 'Escribe el nombre de la plantilla.' : null,
    study_type: study_type === '' ? 'Selecciona un tipo de estudio.' : null,
    sections: wrong ?? null,
  }
}
