import type { Place } from './place.ts'
import type { Write } from './write-case.ts'

const mailWish = (id: string) =>
  `select wants_mail from public.profiles where id = '${id}' and not wants_mail`

/** Mariana, who wants mails. */
async function withMail(place: Place): Promise<string> {
  await place.product.database.query('update public.profiles set wants_mail = true')
  return place.id('paciente')
}

/** What readers of reports change. */
export const writesOfReportReading: readonly Write[] = [
  [
    'wantMail',
    'of a patient',
    {
      row: withMail,
      run: (q, _, id) => q.wantMail(id, false),
      answers: {
        done: 'paciente',
        'forbidden: No tienes permiso para cambiar ese dato del perfil.': 'admin',
        missing: 'doctora doctor paciente2',
        forbidden: 'visitor',
      },
      stored: mailWish,
      after: () => [{ wants_mail: false }],
    },
  ],
]
