import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { notices, refusals } from '#web/copy/notices.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { addNote, type NoteWithDoctor, noteKeys, notesQuery } from '#web/queries/notes.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { RecordList } from './record-list.tsx'

const pageSize = 5

/** 'Notas médicas': append-only, newest first, live (docs/product/studies.md). */
export function NotesPanel({ patientId }: { patientId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(notesQuery(patientId, { page, pageSize }))
  const client = useQueryClient()
  useLive(
    'medical_notes',
    `patient_id=eq.${patientId}`,
    () => void client.invalidateQueries({ queryKey: noteKeys.of(patientId) }),
  )
  return (
    <RecordList
      title="Notas médicas"
      head={<NoteForm patientId={patientId} onAdded={() => setPage(1)} />}
      query={query}
      code="load_notes"
      list={{ page, setPage }}
      pageSize={pageSize}
      noun={['nota', 'notas']}
      Icon={NotebookPen}
      empty="No hay notas médicas."
      row={(note) => <Note note={note} />}
    />
  )
}

function Note({ note }: { note: NoteWithDoctor }) {
  const { day, time } = clinicMoment(note.created_at, useClinicZone())
  return (
    <>
      <p className="wrap-break-word whitespace-pre-line">{note.note}</p>
      <p className="mt-1 text-meta text-ink-3 tabular-nums">
        <Dotted parts={[note.doctor?.full_name ?? note.doctor_name, `${formatDay(day)}, ${time}`]} />
      </p>
    </>
  )
}

function NoteForm({ patientId, onAdded }: { patientId: string; onAdded: () => void }) {
  const me = useProfile()
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: addNote,
    onSuccess: () => {
      form.restart()
      onAdded()
      toast(notices.noteAdded)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: noteKeys.of(patientId) }),
  })
  const form = useForm({
    start: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? refusals.emptyNote.description : null }),
    send: ({ text }, idFor) => {
      const note = { patient_id: patientId, doctor_id: me.id, note: text.trim() }
      return add.mutateAsync({ id: idFor(note), ...note })
    },
    code: 'save_note',
    refused: () => toast({ ...refusals.emptyNote, variant: 'destructive' }),
  })
  useUnsavedWarning(form.dirty)
  return (
    <form noValidate onSubmit={form.submit} className="border-b border-line px-4.5 py-2 sm:py-2.5">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-2.5">
        <div className="flex items-end gap-3">
          <TextArea
            {...form.text('text')}
            bare
            grows
            label="Nueva nota"
            placeholder="Nueva nota"
            className="flex-1"
            // The toast has said it.
            error={null}
            onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
              if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
            }}
            maxLength={5000}
          />
          <Button type="submit" busy={form.busy} busyLabel="Guardando..." className="max-sm:px-3.5">
            Agregar Nota
          </Button>
        </div>
        <FormFailure failure={form.failure} />
      </fieldset>
    </form>
  )
}
