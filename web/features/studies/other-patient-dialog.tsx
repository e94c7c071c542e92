import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import type { OtherPatient } from './use-study-sending.ts'

/** Asks before a file goes to a patient whose name or age does not match it. Sending it anyway is noted in the trail. */
export function OtherPatientDialog({ question: { file, patient, answer } }: { question: OtherPatient }) {
  const [sure, setSure] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(false)}
      width="narrow"
      title="El archivo parece ser de otro paciente"
      footer={
        <>
          <DialogCancel>No enviar</DialogCancel>
          <Button variant="danger" disabled={!sure} onClick={() => answer(true)}>
            Enviar de todos modos
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-1 gap-4">
        <Person
          label="El archivo dice"
          name={file.name}
          more={file.birthDate && `Nacimiento: ${formatDay(file.birthDate)}`}
        />
        <Person
          label="Paciente elegido"
          name={patient.full_name}
          more={patient.age === null ? undefined : `Edad: ${patient.age} años`}
        />
      </dl>
      <Checkbox
        className="mt-4"
        label="Revisé los datos: el archivo es de este paciente."
        help="Tu confirmación queda en la bitácora."
        checked={sure}
        onChange={(event) => setSure(event.target.checked)}
      />
    </Dialog>
  )
}

function Person({
  label,
  name,
  more,
}: {
  label: string
  name: string | null | undefined
  more: string | undefined
}) {
  return (
    <div>
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="wrap-break-word">
        <strong>{name || 'Sin nombre'}</strong>
        {more && <span className="block">{more}</span>}
      </dd>
    </div>
  )
}
