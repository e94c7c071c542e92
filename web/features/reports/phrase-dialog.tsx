import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { findPhrases } from '#domain/report-blanks.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { createPhrase, deletePhrase, phraseKey, type ReportPhrase } from '#web/queries/report-templates.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { Asked } from './writing.ts'

/** 'Frases' for one field: those of the clinic and one's own. Taking one puts it at the cursor. */
export function PhraseDialog({
  asked,
  report,
  phrases,
  onTake,
  onClose,
}: {
  asked: Asked
  report: ReportRow
  phrases: readonly ReportPhrase[]
  onTake: (text: string) => void
  onClose: () => void
}) {
  const [letters, setLetters] = useState('')
  const [adding, setAdding] = useState(false)
  const found = findPhrases(phrases, letters)
  if (adding) return <NewPhrase asked={asked} report={report} onClose={() => setAdding(false)} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Frases: ${asked.title}`}
      width="narrow"
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => setAdding(true)}>Nueva frase</Button>
        </>
      }
    >
      <SearchField label="Buscar frase..." value={letters} onChange={setLetters} className="mb-3" />
      {found.length === 0 && (
        <p className="text-ink-2">
          {letters ? 'No se encontraron frases.' : 'Todavía no hay frases para esta sección.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {found.map((phrase) => (
          <li key={phrase.id} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => {
                onClose()
                onTake(phrase.text)
              }}
              className="min-h-11 min-w-0 flex-1 rounded-small px-2 py-2 text-left hover:bg-sunken"
            >
              <span className="block font-semibold wrap-break-word">
                {phrase.title}
                {phrase.owner_id && <span className="ml-2 text-meta font-normal text-ink-3">Mía</span>}
              </span>
              <span className="line-clamp-3 text-meta text-ink-2 wrap-break-word">{phrase.text}</span>
            </button>
            {phrase.owner_id && <DeletePhrase phrase={phrase} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function DeletePhrase({ phrase: { id, title } }: { phrase: ReportPhrase }) {
  const client = useQueryClient()
  return (
    <IconButton
      tone="bad"
      label={`Eliminar la frase ${title}`}
      icon={<Trash2 aria-hidden className="size-4.5" />}
      onClick={() => {
        deletePhrase(id).then(
          () => client.invalidateQueries({ queryKey: phraseKey }),
          (failure: unknown) => toastError(failure, 'save_phrase'),
        )
      }}
    />
  )
}

function NewPhrase({ asked, report, onClose }: { asked: Asked; report: ReportRow; onClose: () => void }) {
  const me = useProfile()
  const client = useQueryClient()
  const form = useForm({
    start: { title: '', text: '' },
    check: ({ title, text }) => ({
      title: title.trim() === '' ? 'Escribe un título.' : null,
      text: text.trim() === '' ? 'Escribe la frase.' : null,
    }),
    send: async ({ title, text }, idFor) => {
      const phrase = {
        template_id: report.template_id,
        section_key: asked.sectionKey,
        title: title.trim(),
        text: text.trim(),
        owner_id: me.id,
      }
      await createPhrase({ id: idFor(phrase), ...phrase })
      await client.invalidateQueries({ queryKey: phraseKey })
      onClose()
    },
    code: 'save_phrase',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Nueva frase"
      description={`Solo tú la verás, en «${asked.title}».`}
      width="narrow"
      action="Guardar frase"
      actionBusy="Guardando..."
    >
      <div className="grid gap-5">
        <TextField label="Título" maxLength={80} required {...form.text('title')} />
        <TextArea
          label="Frase"
          maxLength={1000}
          required
          help="Entre corchetes lo que se llena cada vez: [diente]. Tab lleva de uno a otro."
          {...form.text('text')}
        />
      </div>
    </FormDialog>
  )
}
