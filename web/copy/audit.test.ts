import { expect, it } from 'vitest'
import { auditActor, auditWords } from './audit.ts'

it.each([
  ['insert', 'citas', 'Agregó una cita'],
  ['update', 'services', 'Modificó un servicio'],
  ['sign_url', 'study_files', 'Pidió el enlace de un archivo de estudio'],
  ['preview', 'study_files', 'Vio la vista previa de estudios'],
  ['preview', 'profile_photos', 'Vio una foto de perfil'],
  ['upload', 'profile_photos', 'Subió una foto de perfil'],
  ['open', 'study_files', 'Abrió las imágenes de un estudio'],
  ['access', 'study_images', 'Abrió las imágenes de un estudio'],
  ['put', 'study_previews', 'Guardó la vista previa de un estudio'],
  ['drop', 'study_previews', 'Quitó la vista previa de un estudio'],
  ['seen', 'study_seen', 'Vio un estudio por primera vez'],
  ['access', 'patient', 'Abrió un expediente'],
  ['access', 'export_citas', 'Exportó las citas'],
  ['end_session', 'profiles', 'Terminó una sesión'],
  ['sign_in', 'sessions', 'Inició sesión'],
  ['sign_out', 'sessions', 'Cerró sesión'],
  ['end_session', 'sessions', 'Terminó una sesión'],
  ['expire_session', 'sessions', 'Su sesión terminó por tiempo'],
  ['insert', 'doctor_patients', 'Vinculó a un paciente con un doctor'],
  ['invite', 'dentists', 'Invitó a un dentista'],
  ['ask', 'dentists', 'Pidió acceso como dentista'],
  ['approve', 'dentists', 'Aprobó el acceso de un dentista'],
  ['reject', 'dentists', 'Rechazó una solicitud de acceso de dentista'],
  ['close', 'dentists', 'Cerró el acceso de un dentista'],
  ['update', 'dentists', 'Modificó los datos de su consultorio'],
  ['send', 'orders', 'Envió una orden'],
  ['cancel', 'orders', 'Canceló una orden'],
  ['stop', 'orders', 'Dejó de compartir con el dentista de una orden'],
  ['resume', 'orders', 'Volvió a compartir con el dentista de una orden'],
  ['add', 'study_recipients', 'Entregó un estudio a un dentista'],
  ['end', 'study_recipients', 'Dejó de entregar un estudio a un dentista'],
  // An unknown act: showing what is stored is better than nothing.
  ['access', 'algo_nuevo', 'algo_nuevo: access'],
])('%s of %s reads %s', (action, subject, words) => {
  expect(auditWords({ action, subject, columns: null })).toBe(words)
})

it.each([
  [['times=1'], 'Se rechazó un intento de entrar a su cuenta'],
  [['times=7'], 'Se rechazaron 7 intentos de entrar a su cuenta'],
])('refused sign-ins %j are counted', (columns, words) => {
  expect(auditWords({ action: 'refuse_sign_in', subject: 'sessions', columns })).toBe(words)
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
