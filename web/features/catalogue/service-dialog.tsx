import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { editablePrice, parsePrice, toCentavos, toNumeric } from '#domain/money.ts'
import type { Service } from '#web/backend/database.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { addService, saveService } from '#web/queries/services.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const longestName = 200

type Draft = { name: string; price: string; active: boolean; requestable: boolean }

/** Name, price and where a service appears; `service` is null for a new one. */
export function ServiceDialog({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const [first] = useState(() => draftOf(service))
  const [draft, setDraft] = useState(first)
  const [problems, setProblems] = useState<{ name: string | null; price: string | null }>({
    name: null,
    price: null,
  })
  const fields = { name: useId(), price: useId() }
  const rowId = useRowId()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (next: Omit<Service, 'id'>) =>
      service ? saveService({ id: service.id, ...next }) : addService({ id: rowId.idFor(next), ...next }),
    onSuccess: async (_, { name }) => {
      toast({
        title: service ? 'Servicio actualizado' : 'Servicio agregado',
        description: `${name}: la página pública lo muestra en menos de un minuto.`,
      })
      onClose()
      await queries.invalidateQueries({ queryKey: ['services'] })
    },
    onError: (error) => toastError(error, 'save_service'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = draft.name.trim()
    const price = parsePrice(draft.price)
    const found = { name: nameProblem(name), price: price.ok ? null : price.problem }
    setProblems(found)
    const wrong = found.name ? 'name' : found.price ? 'price' : null
    if (wrong) return document.getElementById(fields[wrong])?.focus()
    if (price.ok) save.mutate({ ...draft, name, price: toNumeric(price.value) })
  }

  const isDirty = Object.keys(first).some((key) => Reflect.get(first, key) !== Reflect.get(draft, key))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={service ? 'Editar Servicio' : 'Agregar Servicio'}
      width="narrow"
      dismissible={!save.isPending}
      unsaved={isDirty}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={save.isPending} />
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Guardando...">
            Guardar servicio
          </Button>
        </>
      }
    >
      <fieldset disabled={save.isPending} className="grid grid-cols-1 gap-5">
        <TextField
          id={fields.name}
          label="Nombre"
          required
          autoComplete="off"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={problems.name}
        />
        <TextField
          id={fields.price}
          label="Precio (MXN)"
          required
          inputMode="decimal"
          autoComplete="off"
          help="Los recibos que ya se emitieron conservan su precio."
          value={draft.price}
          onChange={(event) => setDraft({ ...draft, price: event.target.value })}
          error={problems.price}
        />
        <Checkbox
          label="Activo"
          help="Se vende y aparece en la página pública. Un servicio retirado conserva su historial."
          checked={draft.active}
          onChange={(event) => setDraft({ ...draft, active: event.target.checked })}
        />
        <Checkbox
          label="Se puede pedir en la solicitud"
          help="Aparece en el formulario «Solicitar Estudio»."
          checked={draft.requestable}
          onChange={(event) => setDraft({ ...draft, requestable: event.target.checked })}
        />
      </fieldset>
    </Dialog>
  )
}

function draftOf(service: Service | null): Draft {
  if (!service) return { name: '', price: '', active: true, requestable: true }
  const { name, price, active, requestable } = service
  return { name, price: editablePrice(toCentavos(price)), active, requestable }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Escribe el nombre del servicio.'
  return name.length > longestName ? `El nombre puede tener ${longestName} caracteres como máximo.` : null
}
