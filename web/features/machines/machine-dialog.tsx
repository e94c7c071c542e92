import { useQueryClient } from '@tanstack/react-query'
import { machineErrors } from '#domain/machine-form.ts'
import { studyTypes } from '#domain/study.ts'
import type { Machine } from '#web/backend/database.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { machineKeys, saveMachine } from '#web/queries/machines.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** What is known of a machine before its dialog opens: all of it, or how it called. */
export type KnownMachine = Machine | { aet: string; address: string }

/** Adds a machine, or changes the given one. */
export function MachineDialog({ known, onClose }: { known: KnownMachine | null; onClose: () => void }) {
  const client = useQueryClient()
  const machine = known && 'id' in known ? known : null
  const form = useForm({
    start: {
      name: machine?.name ?? '',
      aet: known?.aet ?? '',
      address: known?.address ?? '',
      port: machine?.port?.toString() ?? '',
      study_types: machine?.study_types ?? [],
      active: machine?.active ?? true,
    },
    check: machineErrors,
    send: async ({ name, aet, address, port, ...rest }, idFor) => {
      const row = {
        ...rest,
        name: name.trim(),
        aet: aet.trim(),
        address: address.trim() || null,
        port: port.trim() === '' ? null : Number(port),
      }
      await saveMachine({ id: machine?.id ?? idFor(row), ...row })
      toast({ title: 'Éxito', description: machine ? 'Equipo actualizado.' : 'Equipo agregado.' })
      onClose()
      await client.invalidateQueries({ queryKey: machineKeys.all })
    },
    code: 'save_machine',
  })
  const taken = form.values.study_types
  const offered = [...new Set<string>([...studyTypes, ...taken])]
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={machine ? 'Editar equipo' : 'Agregar equipo'}
      action="Guardar equipo"
      actionBusy="Guardando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre"
          required
          autoComplete="off"
          className="sm:col-span-2"
          help="Como lo llaman en la clínica: «Tomógrafo»."
          {...form.text('name')}
        />
        <TextField
          label="AE title"
          required
          autoComplete="off"
          className="sm:col-span-2"
          help="Cómo se llama el equipo a sí mismo; está en su configuración DICOM."
          {...form.text('aet')}
        />
        <TextField
          label="Dirección"
          optional
          autoComplete="off"
          help="IP desde la que llama. Vacía: desde cualquiera."
          {...form.text('address')}
        />
        <TextField
          label="Puerto"
          optional
          inputMode="numeric"
          autoComplete="off"
          help="Donde responde; hace falta para «Probar»."
          {...form.text('port')}
        />
        <fieldset className="grid grid-cols-1 sm:col-span-2 sm:grid-cols-2">
          <legend className="text-label">Qué se toma con él</legend>
          {offered.map((type) => (
            <Checkbox
              key={type}
              label={type}
              checked={taken.includes(type)}
              onChange={({ target: { checked } }) =>
                form.set({ study_types: checked ? [...taken, type] : taken.filter((one) => one !== type) })
              }
            />
          ))}
        </fieldset>
        <Checkbox
          label="Activo"
          help="Uno inactivo no puede enviar estudios ni pedir la lista de pacientes."
          className="sm:col-span-2"
          {...form.tick('active')}
        />
      </fieldset>
    </FormDialog>
  )
}
