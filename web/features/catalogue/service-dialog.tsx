import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { editablePrice, parsePrice, toCentavos, toNumeric } from '#domain/money.ts'
import type { CatalogueService, NewService } from '#web/backend/database.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { addService, saveService } from '#web/queries/services.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const longestName = 200
const longestPreparation = 2000

/** For any study of the clinic; whoever is responsible there approves it. */
const suggestedPreparation = [
  'Quítate aretes, piercings, lentes y prótesis removibles.',
  'Si estás o puedes estar embarazada, avísanos antes.',
  'Si eres menor de edad, ven con tu madre, padre o tutor.',
  'Trae tu orden si tienes una.',
  'Llega 10 minutos antes.',
].join('\n')

type Draft = { name: string; price: string; active: boolean; requestable: boolean; preparation: string }

/** Name, price, where a service appears and how to come prepared; `service` is null for a new one. */
export function ServiceDialog({
  service,
  onClose,
}: {
  service: CatalogueService | null
  onClose: () => void
}) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (row: NewService) => (service ? saveService(row) : addService(row)),
    onSuccess: async (_, { name }) => {
      toast({
        title: service ? 'Servicio actualizado' : 'Servicio agregado',
        description: `${name}: la página pública lo muestra en menos de un minuto.`,
      })
      onClose()
      await queries.invalidateQueries({ queryKey: ['services'] })
    },
  })
  const form = useForm({
    start: () => draftOf(service),
    check: problemsOf,
    send: async (draft, idFor) => {
      const price = parsePrice(draft.price)
      if (!price.ok) return
      const row = {
        ...draft,
        name: draft.name.trim(),
        price: toNumeric(price.value),
        preparation: draft.preparation.trim() || null,
      }
      await save.mutateAsync({ id: service?.id ?? idFor(row), ...row })
    },
    code: 'save_service',
  })
  const preparation = useRef<HTMLTextAreaElement>(null)
  const suggest = () => {
    form.set({ preparation: suggestedPreparation })
    // The button goes.
    preparation.current?.focus()
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={service ? 'Editar Servicio' : 'Agregar Servicio'}
      width="narrow"
      action="Guardar servicio"
      actionBusy="Guardando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        <TextField label="Nombre" required autoComplete="off" {...form.text('name')} />
        <TextField
          label="Precio (MXN)"
          required
          inputMode="decimal"
          autoComplete="off"
          help="Los recibos que ya se emitieron conservan su precio."
          {...form.text('price')}
        />
        <Checkbox
          label="Activo"
          help="Se vende y aparece en la página pública. Un servicio retirado conserva su historial."
          {...form.tick('active')}
        />
        <Checkbox
          label="Se puede pedir en la solicitud"
          help="Aparece en el formulario «Solicitar Estudio»."
          {...form.tick('requestable')}
        />
        <div className="grid justify-items-start gap-2">
          <TextArea
            ref={preparation}
            label="Preparación"
            optional
            rows={8}
            maxLength={longestPreparation}
            className="w-full"
            help="Cómo debe venir el paciente, un consejo por renglón. Aparece al enviar la solicitud, en su hoja y en la cita."
            {...form.text('preparation')}
          />
          {form.values.preparation.trim() === '' && (
            <Button size="compact" onClick={suggest}>
              Usar texto sugerido
            </Button>
          )}
        </div>
      </fieldset>
    </FormDialog>
  )
}

function draftOf(service: CatalogueService | null): Draft {
  if (!service) return { name: '', price: '', active: true, requestable: true, preparation: '' }
  const { name, price, active, requestable, preparation } = service
  return {
    name,
    price: editablePrice(toCentavos(price)),
    active,
    requestable,
    preparation: preparation ?? '',
  }
}

function problemsOf(draft: Draft): { name: string | null; price: string | null } {
  const price = parsePrice(draft.price)
  return { name: nameProblem(draft.name.trim()), price: price.ok ? null : price.problem }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Escribe el nombre del servicio.'
  return name.length > longestName ? `El nombre puede tener ${longestName} caracteres como máximo.` : null
}
