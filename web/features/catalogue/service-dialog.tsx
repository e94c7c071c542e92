import { useMutation, useQueryClient } from '@tanstack/react-query'
import { editablePrice, parsePrice, toCentavos, toNumeric } from '#domain/money.ts'
import type { Service } from '#web/backend/database.ts'
import { useForm } from '#web/parts/use-form.ts'
import { addService, saveService } from '#web/queries/services.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const longestName = 200

type Draft = { name: string; price: string; active: boolean; requestable: boolean }

/** Name, price and where a service appears; `service` is null for a new one. */
export function ServiceDialog({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (row: Service) => (service ? saveService(row) : addService(row)),
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
      const row = { ...draft, name: draft.name.trim(), price: toNumeric(price.value) }
      await save.mutateAsync({ id: service?.id ?? idFor(row), ...row })
    },
    code: 'save_service',
  })
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
      </fieldset>
    </FormDialog>
  )
}

function draftOf(service: Service | null): Draft {
  if (!service) return { name: '', price: '', active: true, requestable: true }
  const { name, price, active, requestable } = service
  return { name, price: editablePrice(toCentavos(price)), active, requestable }
}

function problemsOf(draft: Draft): { name: string | null; price: string | null } {
  const price = parsePrice(draft.price)
  return { name: nameProblem(draft.name.trim()), price: price.ok ? null : price.problem }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Escribe el nombre del servicio.'
  return name.length > longestName ? `El nombre puede tener ${longestName} caracteres como máximo.` : null
}
