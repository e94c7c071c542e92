import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '#web/parts/forms/use-form.ts'
import {
  createPhrase,
  phraseKey,
  type ReportPhrase,
  type ReportTemplate,
} from '#web/queries/report-templates.ts'
import { savePhrase } from '#web/queries/report-words.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** A phrase for every doctor, and where it is offered; `phrase` is null for a new one. */
export function ClinicPhraseDialog({
  phrase,
  templates,
  onClose,
}: {
  phrase: ReportPhrase | null
  templates: readonly ReportTemplate[]
  onClose: () => void
}) {
  const queries = useQueryClient()
  const form = useForm({
    start: () => ({
      title: phrase?.title ?? '',
      text: phrase?.text ?? '',
      template: phrase?.template_id ?? '',
      section: phrase?.section_key ?? '',
    }),
    check: ({ title, text }) => ({
      title: title.trim() === '' ? 'Escribe un título.' : null,
      text: text.trim() === '' ? 'Escribe la frase.' : null,
    }),
    send: async ({ title, text, template, section }, idFor) => {
      const words = {
        title: title.trim(),
        text: text.trim(),
        template_id: template || null,
        section_key: section || null,
      }
      if (phrase) await savePhrase({ id: phrase.id, ...words })
      else await createPhrase({ id: idFor(words), owner_id: null, ...words })
      toast({ title: phrase ? 'Frase guardada' : 'Frase agregada', description: words.title })
      onClose()
      await queries.invalidateQueries({ queryKey: phraseKey })
    },
    code: 'save_phrase',
  })
  const sections = templates.find(({ id }) => id === form.values.template)?.sections ?? []
  const { onChange, ...template } = form.text('template')
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={phrase ? 'Editar Frase' : 'Agregar Frase'}
      description="La encuentran todos los doctores con «/» y unas letras."
      width="narrow"
      action="Guardar frase"
      actionBusy="Guardando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        <TextField label="Título" maxLength={80} required autoComplete="off" {...form.text('title')} />
        <TextArea
          label="Frase"
          maxLength={1000}
          rows={5}
          required
          help="Entre corchetes lo que se llena cada vez: [diente]. Tab lleva de uno a otro."
          {...form.text('text')}
        />
        <Select
          label="Plantilla"
          placeholder="Todas las plantillas"
          options={templates.map(({ id, name }) => ({ value: id, label: name }))}
          {...template}
          onChange={(event) => {
            onChange(event)
            // Another template has other sections.
            form.set({ section: '' })
          }}
        />
        {sections.length > 0 && (
          <Select
            label="Sección"
            placeholder="Todas las secciones"
            options={sections.map(({ key, title }) => ({ value: key, label: title }))}
            {...form.text('section')}
          />
        )}
      </fieldset>
    </FormDialog>
  )
}
