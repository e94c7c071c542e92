import { expect, it } from 'vitest'
import { auditActor, auditWords } from './audit.ts'

it.each([
  ['insert', 'citas', 'Agregó una cita'],
  ['update', 'services', 'Modificó un servicio'],
  ['sign_url', 'study_files', 'Pidió el enlace de un archivo de estudio'],
  ['access', 'patient', 'Abrió un expediente'],
  ['access', 'export_citas', 'Exportó las citas'],
  ['end_session', 'profiles', 'Terminó una sesión'],
  ['insert', 'doctor_patients', 'Vinculó a un paciente con un doctor'],
  // Nobody foresaw it: what is stored is better than nothing.
  ['access', 'algo_nuevo', 'algo_nuevo: access'],
])('%s of %s reads %s', (action, subject, words) => {
  expect(auditWords({ action, subject })).toBe(words)
})

it('somebody without an account was a visitor or the system; an erased account says so', () => {
  const line = { who: null, has_actor: false, actor_role: 'anon' }
  expect([
    auditActor(line),
    auditActor({ ...line, actor_role: 'service_role' }),
    auditActor({ ...line, has_actor: true, actor_role: 'authenticated' }),
    auditActor({ ...line, who: 'Dra. Lucía', has_actor: true }),
  ]).toEqual(['Visitante del sitio', 'Sistema', 'Cuenta eliminada', 'Dra. Lucía'])
})
