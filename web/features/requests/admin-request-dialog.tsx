import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneField } from '#domain/phone.ts'
import { type RequestEdit, requestEditErrors } from '#domain/request-edit.ts'
import { requestFormLimits } from '#domain/request-form.ts'
import { requestNumber } from '#domain/request-number.ts'
import { parseRequestStatus, requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { NameField, PhoneField } from '#web/parts/forms/person-fields.tsx'
import { useForm } from '#web/parts/forms/use-form.ts'
import { updateRequest } from '#web/queries/admin-requests.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { servicesQuery } from '#web/queries/services.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** Corrects a request: any state, and everything but its e-mail, age and date (docs/product/admin.md). */
export function AdminRequestDialog({ request, onClose }: { request: StudyRequest; onClose: () => void }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (form: RequestEdit) =>
      updateRequest(request.id, {
        patient_name: form.patient_name.trim(),
        patient_email: request.patient_email,
        patient_phone: form.patient_phone.trim(),
        study_type: form.study_type,
        status: form.status,
        notes: form.notes.trim() || null,
        referring_doctor: form.referring_doctor.trim() || null,
      }),
    onSuccess: () => {
      toast(notices.requestUpdated)
      onClose()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: requestKeys.all }),
  })
  const form = useForm({
    start: {
      patient_name: request.patient_name,
      patient_phone: phoneField(request.patient_phone),
      study_type: request.study_type,
      status: parseRequestStatus(request.status) ?? '',
      notes: request.notes ?? '',
      referring_doctor: request.referring_doctor ?? '',
    },
    check: (edit) => requestEditErrors(edit, request),
    send: (edit) => save.mutateAsync(edit),
    code: 'update_request',
  })

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Editar Solicitud"
      description={
        <Dotted
          parts={[
            `Solicitud ${requestNumber(request.id)}`,
            request.patient_email && <EmailText key="email">{request.patient_email}</EmailText>,
          ]}
        />
      }
      action="Guardar Cambios"
      actionBusy="Guardando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <NameField className="sm:col-span-2" {...form.text('patient_name')} />
        <PhoneField required {...form.text('patient_phone')} />
        <Select
          label="Estado"
          required
          placeholder="Elige un estado"
          options={requestStatuses.map((value) => ({ value, label: requestStatusLabel(value) }))}
          {...form.text('status')}
        />
        <Select
          label="Tipo de Estudio"
          required
          className="sm:col-span-2"
          options={useStudyTypes(request.study_type)}
          {...form.text('study_type')}
        />
        <TextField
          label="Doctor que refiere"
          optional
          autoComplete="off"
          className="sm:col-span-2"
          {...form.text('referring_doctor')}
        />
        <TextArea
          label="Notas Adicionales"
          optional
          rows={3}
          maxLength={requestFormLimits.notes}
          className="sm:col-span-2"
          {...form.text('notes')}
        />
      </fieldset>
    </FormDialog>
  )
}

/** The studies that can be requested, and that of the request, which may have left the catalogue. */
function useStudyTypes(asked: string): string[] {
  const { data } = useQuery(servicesQuery())
  const offered = (data ?? []).filter(({ requestable }) => requestable).map(({ name }) => name)
  return offered.includes(asked) ? offered : [asked, ...offered]
}
