import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { notices, refusals } from '#web/copy/notices.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { addNote, type NoteWithDoctor, noteKeys, notesQuery } from '#web/queries/notes.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
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
        {note.doctor?.full_name ?? note.doctor_name} · {formatDay(day)}, {time}
      </p>
    </>
  )
}

function NoteForm({ patientId, onAdded }: { patientId: string; onAdded: () => void }) {
  const me = useProfile()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const rowId = useRowId()
  const field = useRef<HTMLTextAreaElement>(null)
  useUnsavedWarning(text.trim() !== '')
  const add = useMutation({
    mutationFn: () => {
      const note = { patient_id: patientId, doctor_id: me.id, note: text.trim() }
      return addNote({ id: rowId.idFor(note), ...note })
    },
    onSuccess: () => {
      rowId.forget()
      setText('')
      onAdded()
      toast(notices.noteAdded)
    },
    onError: (error) => toastError(error, 'save_note'),
    onSettled: () => void client.invalidateQueries({ queryKey: noteKeys.of(patientId) }),
  })
  // While saving, the field is disabled and loses the focus.
  const saving = add.isPending
  useEffect(() => {
    if (!saving) return undefined
    return () => {
      if (document.activeElement === document.body) field.current?.focus()
    }
  }, [saving])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return toast({ ...refusals.emptyNote, variant: 'destructive' })
    add.mutate()
  }
  return (
    <form onSubmit={submit} className="border-b border-line p-4.5">
      <fieldset disabled={add.isPending} className="grid grid-cols-1 gap-3">
        <TextArea
          ref={field}
          label="Nueva nota"
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
          }}
          rows={3}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" size="compact" busy={add.isPending} busyLabel="Guardando...">
            Agregar Nota
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
