import { privacyPath, recoveryPath, trackingPath } from '#domain/addresses.ts'
import type { Queryable } from '#server/base/database.ts'
import { topicsFor } from '#web/features/help/topics.ts'
import { reportOf as writtenBeside } from '#web/hooks/paths.ts'
import { adminScreens } from '#web/portal/admin/admin-screens.ts'
import { screens } from '#web/portal/screens.ts'

/** The column `it` of a statement's first row in the demo clinic. */
export async function one(database: Queryable, sql: string): Promise<string> {
  const { rows } = await database.query<{ it: string }>(sql)
  if (!rows[0]) throw new Error(`The demo clinic has nothing for: ${sql}`)
  return rows[0].it
}

/** An example for each parameter of the screens' addresses; the signed-in person must be allowed to see it. */
const examples = (database: Queryable, email: string): Record<string, () => Promise<string>> => {
  const mine = `(select id from public.profiles where email = '${email}')`
  return {
    invoiceNumber: () =>
      one(
        database,
        `select invoice_number as it from public.invoices where ${mine} in (doctor_id, patient_id) limit 1`,
      ),
    patientId: () =>
      one(database, `select id::text as it from public.profiles where email = 'paciente@clinica.test'`),
    studyId: () =>
      one(
        database,
        email === people.dentist
          ? `select study_id::text as it from public.study_recipients where dentist_id = ${mine} limit 1`
          : `select id::text as it from public.studies where ${mine} in (doctor_id, patient_id) and file_name is not null limit 1`,
      ),
    sendingId: () =>
      one(
        database,
        `select sending_id::text as it from public.orders where dentist_id = ${mine} and teeth <> '{}' limit 1`,
      ),
    reportId: () =>
      one(
        database,
        `select id::text as it from public.reports where patient_id = (select id from public.profiles
           where email = 'paciente@clinica.test') and state = 'firmado' and visible_from <= now()`,
      ),
    requestId: () =>
      one(
        database,
        email === 'paciente@clinica.test'
          ? `select id::text as it from public.study_requests where lower(patient_email) = '${email}' limit 1`
          : `select id::text as it from public.study_requests where notes is not null limit 1`,
      ),
    shareId: async () => '00000000-0000-4000-8000-000000000000',
    volumeId: () =>
      one(
        database,
        `select s.id::text as it from public.studies s join public.profiles p on p.id = s.patient_id
         where p.email = 'paciente@clinica.test' and s.study_type = 'Tomografías' and s.file_name is not null
         order by s.study_date desc limit 1`,
      ),
    topicId: async () => {
      const [first] = topicsFor(audienceOf(email))
      return first?.id ?? ''
    },
  }
}

function audienceOf(email: string) {
  if (email === people.admin) return 'administrator'
  return email === people.doctor ? 'doctor' : email === people.dentist ? 'dentist' : 'patient'
}

/** A screen's address with every parameter filled in; a new parameter needs an example. */
export async function addressOf(database: Queryable, path: string, email: string): Promise<string> {
  let address: string = path
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const example = examples(database, email)[name]
    if (!example) throw new Error(`${path} has a parameter without an example: ${name}`)
    address = address.replace(`:${name}`, await example())
  }
  return address
}

/** Everybody in the demo clinic who has own screens, and a visitor. */
export const people = {
  doctor: 'doctora@clinica.test',
  patient: 'paciente@clinica.test',
  admin: 'admin@clinica.test',
  dentist: 'dentista@clinica.test',
  visitor: null,
} as const

/** Parts of 'Sistema' that are no screens of their own; the trail and the state show hashes and file names, which break anywhere. */
const systemSections = ['catalogo', 'informes', 'vistas'].map((name) => `system?seccion=${name}`)

/** The addresses of all screens that a person has, by their names in the product's own tables. */
export async function addressesOf(
  database: Queryable,
  who: keyof typeof people,
): Promise<[name: string, address: string][]> {
  if (who === 'visitor') return publicAddresses(database)
  if (who === 'admin') {
    const panel = await panelAddress(database)
    return Promise.all(
      [...adminScreens.map(({ path }) => path), ...systemSections].map(
        async (path): Promise<[string, string]> => [
          `admin /${path}`,
          await addressOf(database, `${panel}/${path}`, people.admin),
        ],
      ),
    )
  }
  const shown = screens.filter(({ audience }) => audience.includes(who))
  const paths = shown.map(({ path }) => path)
  // The same screen with the report at its side.
  if (who === 'doctor') paths.push(writtenBeside(':studyId'))
  const addresses = await Promise.all(
    paths.map(
      async (path): Promise<[string, string]> => [
        `${who} ${path}`,
        await addressOf(database, path, people[who]),
      ],
    ),
  )
  return who === 'patient' ? [...addresses, ["a patient's report", await reportOf(database)]] : addresses
}

/** What paciente@ reads of the report of the newest study. */
async function reportOf(database: Queryable): Promise<string> {
  const study = await one(
    database,
    `select r.study_id::text as it from public.reports r join public.profiles p on p.id = r.patient_id
     where p.email = '${people.patient}' and r.state = 'firmado' and r.visible_from <= now()`,
  )
  return `/dashboard/study/${study}?informe`
}

export async function panelAddress(database: Queryable): Promise<string> {
  const suffix = await one(
    database,
    `select value as it from private.app_settings where key = 'admin_suffix'`,
  )
  return `/admin-control-panel-${suffix}`
}

/** A link of an appointment to come, and that of a request whose patient may choose. */
const links = {
  appointment: `insert into public.cita_links (cita_id, patient_id, doctor_id)
    select id, patient_id, doctor_id from public.citas
    where status = 'pendiente' and patient_id is not null and appointment_date > current_date + 2
    order by appointment_date, id limit 1
    on conflict (cita_id) do update set revoked_at = null returning id`,
  choice: 'select id from public.cita_links where cita_id is null and expires_at > now() limit 1',
}

async function linkAddress(database: Queryable, link: keyof typeof links): Promise<string> {
  const token = link.slice(0, 1).repeat(22)
  await database.query(
    `with link as (${links[link]})
     insert into private.cita_link_tokens (token_hash, link_id, channel)
     select private.share_hash('${token}'), id, 'copia' from link on conflict do nothing`,
  )
  return `/cita/${token}`
}

async function practiceAddress(database: Queryable): Promise<string> {
  return `/orden/${await one(database, 'select code as it from public.dentists limit 1')}`
}

async function publicAddresses(database: Queryable): Promise<[string, string][]> {
  const token = await one(
    database,
    'select receipt_token as it from public.invoices where annulled_at is null limit 1',
  )
  const report = await one(
    database,
    "select verify_token as it from public.reports where state = 'firmado' order by folio limit 1",
  )
  return [
    ['landing', '/'],
    ['privacy notice', privacyPath],
    ['no such page', '/no-existe'],
    ['recovery', recoveryPath],
    ['state of a request', trackingPath],
    ['receipt', `/recibo/${token}`],
    ['no receipt', '/recibo/x'],
    ['report', `/informe/${report}`],
    ['no report', '/informe/x'],
    ['appointment', await linkAddress(database, 'appointment')],
    ['choice of an hour', await linkAddress(database, 'choice')],
    ['no appointment', '/cita/x'],
    ['activation', '/activar/x'],
    ['form of a practice', await practiceAddress(database)],
    ['no practice', '/orden/x'],
    ['shared study', `/compartido/${'A'.repeat(22)}`],
  ]
}
