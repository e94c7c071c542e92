import { addDays } from '#domain/days.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import type { Patient } from './patients.ts'
import { createRandom } from './random.ts'

export type NoteRow = {
  id: string
  patient_id: string
  doctor_id: string
  note: string
  created_at: string
}

const texts = [
  'Paciente refiere dolor en zona de tercer molar inferior derecho. Se solicita panorámica.',
  'Sin alergias conocidas. Niega embarazo.',
  'Se observa lesión radiolúcida periapical en 3.6; se sugiere valoración por endodoncia.',
  'Control posquirúrgico sin complicaciones.\nPróxima revisión en seis meses.',
  'Acude con su madre, quien autoriza el estudio.',
  'Se repite la toma por movimiento. La segunda es diagnóstica.',
  'Trazado de Ricketts entregado al ortodoncista.',
]

/** Up to three notes per patient, each by one of the patient's doctors. */
export function* generateNotes(moment: Moment, patients: Iterable<Patient>): Generator<NoteRow> {
  const random = createRandom(moment.seed, 'notes')
  const { today } = moment
  for (const [index, patient] of [...patients].entries()) {
    const count = index < 2 ? 3 : random.whole(0, 3)
    for (let note = 0; note < count; note++) {
      yield {
        id: random.uuid(),
        patient_id: patient.id,
        doctor_id: random.pick(patient.doctorIds),
        note: random.pick(texts),
        created_at: instantOf(addDays(today, -random.whole(0, historyDays)), moment, random),
      }
    }
  }
}
