import { ended, type Write } from '../write-case.ts'
import { accountRow, mail, newAccount, patientRow, sessionRow } from '../write-rows.ts'

const account = (email: string) =>
  `select p.full_name, p.phone, p.age, p.role, p.is_admin, p.specialty, p.professional_license, s.must_change,
     (select array_agg(l.doctor_id) from private.doctor_patients l where l.patient_id = p.id) as doctors
   from public.profiles p join private.account_state s on s.user_id = p.id where p.email = '${email}'`

const sessions = (id: string) => `select id from auth.sessions where id = '${id}'`

const person = { full_name: 'Dra. Nueva Cuenta', phone: '55 5123 4567', age: 40, must_change: true }

const doctor = {
  full_name: 'Dr. Otro Nombre',
  phone: null,
  age: 43,
  role: 'doctor' as const,
  specialty: null,
  professional_license: '777',
}

/** Accounts, passwords and sessions. */
export const writes: readonly Write[] = [
  [
    'createPatient',
    'by a form',
    {
      run: (q, _, id) => q.createPatient(newAccount(id)),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para crear cuentas.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => account(`${id}@clinica.test`),
      after: (_, __, me) => [{ ...person, role: 'patient', is_admin: false, doctors: [me] }],
    },
  ],
  [
    'createUser',
    'a doctor who is an administrator',
    {
      run: (q, _, id) =>
        q.createUser({
          ...newAccount(id),
          role: 'doctor',
          specialty: 'Periodoncia',
          professional_license: '123',
          is_admin: true,
          password: '',
        }),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para crear cuentas.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => account(`${id}@clinica.test`),
      // A doctor's is a patient whatever else is asked for.
      after: (_, place, me) => [
        me === place.id('admin')
          ? {
              ...person,
              role: 'doctor',
              is_admin: true,
              specialty: 'Periodoncia',
              professional_license: '123',
            }
          : { ...person, role: 'patient', is_admin: false, specialty: null, professional_license: null },
      ],
    },
  ],
  [
    'updateUser',
    'name, role and rank',
    {
      row: accountRow,
      run: (q, _, id) => q.updateUser(id, { ...doctor, is_admin: true, may_report: false }),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => `select * from public.profiles where id = '${id}'`,
      after: () => [{ ...doctor, is_admin: true, may_report: false }],
    },
  ],
  [
    'updateUser',
    'back to a doctor',
    {
      row: async (place) => {
        const id = await accountRow(place)
        await place.screen('admin').updateUser(id, { ...doctor, is_admin: true, may_report: false })
        return id
      },
      run: (q, _, id) => q.updateUser(id, { ...doctor, is_admin: false, may_report: false }),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => `select * from public.profiles where id = '${id}'`,
      after: () => [{ ...doctor, is_admin: false, may_report: false }],
    },
  ],
  [
    'updateUser',
    "the main administrator's rank",
    {
      row: async (place) => place.id('admin'),
      run: (q, _, id) => q.updateUser(id, { ...doctor, is_admin: false, may_report: false }),
      answers: {
        'forbidden: La cuenta de administrador principal siempre es de un doctor administrador.': 'admin',
        missing: 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select * from public.profiles where id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'deleteUser',
    'that nothing clinical names',
    {
      row: accountRow,
      run: (q, _, id) => q.deleteUser(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para eliminar usuarios.': 'doctora doctor paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => `select id from auth.users where id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'deleteUser',
    'of the main administrator',
    {
      row: async (place) => place.id('admin'),
      run: (q, _, id) => q.deleteUser(id),
      answers: {
        'forbidden: No puedes eliminar tu propia cuenta.': 'admin',
        'forbidden: No tienes permiso para eliminar usuarios.': 'doctora doctor paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => `select id from auth.users where id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'issuePassword',
    "of one's patient",
    {
      row: patientRow,
      run: (q, _, id) => q.issuePassword(id),
      answers: {
        done: 'admin doctora',
        'missing: No se encontró la cuenta.': 'doctor',
        'forbidden: No tienes permiso para generar contraseñas.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) =>
        `select u.encrypted_password, s.must_change from auth.users u join private.account_state s on s.user_id = u.id
         where u.id = '${id}'`,
      after: () => [{ must_change: true }],
    },
  ],
  [
    'createActivation',
    "of one's patient",
    {
      row: patientRow,
      run: (q, _, id) => q.createActivation(id),
      answers: {
        done: 'admin doctora',
        'missing: No se encontró la cuenta.': 'doctor',
        'forbidden: No tienes permiso para generar contraseñas.': 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select made_by, wrong, used_at from private.activations where user_id = '${id}'`,
      after: (_, __, me) => [{ made_by: me, wrong: 0, used_at: null }],
    },
  ],
  [
    'mailActivation',
    "of one's patient",
    {
      row: async (place) => {
        await mail(place, 'on')
        return patientRow(place)
      },
      run: (q, place, id) => q.mailActivation(id).finally(() => mail(place, 'off')),
      answers: {
        done: 'admin doctora',
        'missing: No se encontró la cuenta.': 'doctor',
        'forbidden: No tienes permiso para generar contraseñas.': 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) =>
        `select kind, channel, state, sent_by from public.messages where patient_id = '${id}' and kind = 'activacion'`,
      after: (_, __, me) => [{ kind: 'activacion', channel: 'correo', state: 'pendiente', sent_by: me }],
    },
  ],
  [
    'mailActivation',
    'without a mail server',
    {
      row: patientRow,
      run: async (q, _, id) => {
        if ((await q.mailActivation(id)) !== 'no_mail') throw new Error('Something was queued')
      },
      answers: {
        nothing: 'admin doctora',
        'missing: No se encontró la cuenta.': 'doctor',
        'forbidden: No tienes permiso para generar contraseñas.': 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select state from public.messages where patient_id = '${id}' and kind = 'activacion'`,
      after: () => [],
    },
  ],
  [
    'freeSecondFactor',
    'of somebody who lost the phone',
    {
      row: async (place) => {
        const id = await accountRow(place)
        await place.product.database.query(
          `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`,
          [id],
        )
        return id
      },
      run: (q, _, id) => q.freeSecondFactor(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para quitar la verificación en dos pasos.':
          'doctora doctor paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => `select user_id from auth.mfa_factors where user_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'freeSecondFactor',
    'of an account without one',
    {
      row: accountRow,
      run: (q, _, id) => q.freeSecondFactor(id),
      answers: {
        'conflict: Esta cuenta ya no tiene verificación en dos pasos.': 'admin',
        'forbidden: No tienes permiso para quitar la verificación en dos pasos.':
          'doctora doctor paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => `select user_id from auth.mfa_factors where user_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'endSession',
    "of one's other device",
    {
      row: sessionRow,
      run: (q, _, id) => q.endSession(id),
      answers: { nothing: 'admin doctora doctor paciente2', done: 'paciente', forbidden: 'visitor' },
      stored: sessions,
      after: () => [],
    },
  ],
  [
    'endOtherSessions',
    'of oneself',
    {
      row: sessionRow,
      run: (q) => q.endOtherSessions(),
      answers: { nothing: 'admin doctora doctor paciente2 visitor', done: 'paciente' },
      stored: sessions,
      after: () => [],
    },
  ],
]
