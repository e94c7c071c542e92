import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { type RequestEdit, requestEditErrors } from '#domain/request-edit.ts'
import { requestFormLimits } from '#domain/request-form.ts'
import { requestNumber } from '#domain/request-number.ts'
import { parseRequestStatus, requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { updateRequest } from '#web/queries/admin-requests.ts'
import { requestKeys } from '#web/queries/requests.ts'
import { servicesQuery } from '#web/queries/services.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { ruleResolver } from '#web/ui/rule-resolver.ts'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** Corrects a request: any state, and everything but its e-mail, age and date (docs/product/admin.md). */
export function AdminRequestDialog({ request, onClose }: { request: StudyRequest; onClose: () => void }) {
  const client = useQueryClient()
  const id = useId()
  const { register, handleSubmit, formState } = useForm<RequestEdit>({
    defaultValues: {
      patient_name: request.patient_name,
      patient_phone: request.patient_phone,
      study_type: request.study_type,
      status: parseRequestStatus(request.status) ?? '',
      notes: request.notes ?? '',
      referring_doctor: request.referring_doctor ?? '',
    },
    resolver: ruleResolver((form) => requestEditErrors(form, request.patient_phone)),
  })
  const { errors, isDirty } = formState
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
    onError: (error) => toastError(error, 'update_request'),
    onSettled: () => void client.invalidateQueries({ queryKey: requestKeys.all }),
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Editar Solicitud"
      description={`Solicitud ${requestNumber(request.id)} · ${request.patient_email}`}
      unsaved={isDirty}
      dismissible={!save.isPending}
      wrap={(content) => (
        <form
          id={id}
          noValidate
          onSubmit={handleSubmit((form) => save.mutate(form))}
          className={dialogFormStyle}
        >
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={save.isPending} />
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Guardando...">
            Guardar Cambios
          </Button>
        </>
      }
    >
      <fieldset disabled={save.isPending} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre Completo"
          required
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.patient_name?.message}
          {...register('patient_name')}
        />
        <TextField
          label="Teléfono"
          required
          type="tel"
          autoComplete="off"
          error={errors.patient_phone?.message}
          {...register('patient_phone')}
        />
        <Select
          label="Estado"
          required
          placeholder="Elige un estado"
          options={requestStatuses.map((value) => ({ value, label: requestStatusLabel(value) }))}
          error={errors.status?.message}
          {...register('status')}
        />
        <Select
          label="Tipo de Estudio"
          required
          className="sm:col-span-2"
          options={useStudyTypes(request.study_type)}
          error={errors.study_type?.message}
          {...register('study_type')}
        />
        <TextField
          label="Doctor que refiere"
          optional
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.referring_doctor?.message}
          {...register('referring_doctor')}
        />
        <TextArea
          label="Notas Adicionales"
          optional
          rows={3}
          maxLength={requestFormLimits.notes}
          className="sm:col-span-2"
          error={errors.notes?.message}
          {...register('notes')}
        />
      </fieldset>
    </Dialog>
  )
}

/** The studies that can be requested, and that of the request, which may have left the catalogue. */
function useStudyTypes(asked: string): string[] {
  const { data } = useQuery(servicesQuery())
  const offered = (data ?? []).filter(({ requestable }) => requestable).map(({ name }) => name)
  return offered.includes(asked) ? offered : [asked, ...offered]
}
