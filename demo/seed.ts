import type { ClinicHours, HoursRow } from '#domain/clinic-hours.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Database, Queryable } from '#server/base/database.ts'
import { writeAgenda } from './agenda.ts'
import { writeArrivals } from './arrivals.ts'
import { type FileStore, storeStudyFiles } from './files.ts'
import { demoPassword, mainAdminEmail, type Person } from './generate/accounts.ts'
import { type DemoClinic, demoClinic } from './generate/demo-clinic.ts'
import { createMoment } from './generate/moment.ts'
import { insertRows } from './insert.ts'
import { writeOrders } from './orders.ts'
import { insertPeople } from './people.ts'
import { writeReports } from './reports.ts'
import { type Counts, writeVolume } from './scale.ts'

export const demoSeed = 20_261_120

export type SeedOptions = FileStore & {
  zone: string
  /** The privacy notice's version that the demo's visitors accepted. */
  privacyVersion: string
  now: Date
  /** Size of the clinic: 1 is 10,000 patients with their history; 0, the default, the demo alone. */
  scale?: number
  /** Whether some studies have reports; true by itself. */
  reports?: boolean
  /** Gets one line in Spanish per step. */
  tell: (line: string) => void
}

/** The database already holds another clinic than the demo. */
export class NotADemoError extends Error {
  constructor() {
    super(
      'La base de datos ya tiene cuentas que no son de la demostración. ' +
        'Para no mezclarlas, usa otra carpeta (DATA_DIR) u otra base (DATABASE_URL).',
    )
  }
}

/**
 * Creates the demo clinic once and returns when it was created. Writes all rows and their moment in one
 * transaction, then the files. After an interruption in between, the next start continues from the same moment.
 * Throws NotADemoError before writing anything.
 */
export async function seedDemo(options: SeedOptions): Promise<{ madeAt: Date; isNew: boolean }> {
  const { database, zone, privacyVersion, now, tell, scale = 0 } = options
  const before = await readMarks(database)
  const madeAt = before.rows ?? now
  const hours = await readHours(database)
  const moment = createMoment({ seed: demoSeed, now: madeAt, zone, hours })
  const clinic = demoClinic(moment, privacyVersion)

  if (before.rows === null) {
    const passwordHash = await hashPassword(demoPassword)
    await database.transaction(async (tx) => {
      await refuseOtherClinics(tx)
      await setSetting(tx, 'admin_email', mainAdminEmail)
      const own = await writeRows(tx, clinic, passwordHash, tell)
      const { accounts } = clinic
      if (scale > 0) {
        const parts = { moment, accounts, privacyVersion, passwordHash }
        await writeVolume(tx, parts, { scale, own, tell })
      }
      await writeAgenda(tx, accounts, { moment, zone })
      await setSetting(tx, 'demo_clinic', madeAt.toISOString())
    })
    // Gives the planner statistics and allows index-only scans, as in a clinic that grew over time.
    await database.exec('vacuum analyze')
  }
  if (!before.files) {
    const again = demoClinic(moment, privacyVersion)
    const studies = [...again.studies].filter((study) => study.file_name !== null)
    const people = new Map(clinic.people.map((person) => [person.id, person]))
    const nobody = { full_name: '', age: null }
    await storeStudyFiles(options, demoSeed, studies, (id) => people.get(id) ?? nobody)
    const { accounts } = clinic
    const reports =
      options.reports === false ? 0 : await writeReports(options, { seed: demoSeed, accounts, studies })
    const arrivals = await writeArrivals(options, { seed: demoSeed, accounts, moment, zone })
    const orders = await writeOrders(database, {
      seed: demoSeed,
      accounts,
      dentists: clinic.dentists,
      privacyVersion,
    })
    await openStudies(database, [accounts.paciente, accounts.paciente2], moment.today)
    await database.transaction(async (tx) => {
      // Nobody looks at the clinic yet.
      await tx.query('delete from realtime.outbox')
      // Nor is anybody to be told of what it begins with.
      await tx.query(`delete from public.messages where kind = 'resultado'`)
      await setSetting(tx, 'demo_files', 'stored')
    })
    tell(`Archivos de estudios: ${studies.length}`)
    tell(`Informes: ${reports}`)
    tell(`Estudios que enviaron los equipos: ${arrivals}`)
    tell(`Órdenes de dentistas: ${orders}`)
  }
  return { madeAt, isNew: before.rows === null }
}

async function writeRows(
  tx: Queryable,
  clinic: DemoClinic,
  passwordHash: string,
  tell: (line: string) => void,
): Promise<Counts> {
  const write = async (label: string, table: string, rows: Iterable<object>) => {
    const count = await insertRows(tx, table, rows)
    tell(`${label}: ${count}`)
    return count
  }
  tell(`Cuentas de doctores y pacientes: ${await insertPeople(tx, clinic, passwordHash)}`)
  const { dentists } = clinic
  tell(`Cuentas de dentistas: ${await insertPeople(tx, { people: dentists, links: [] }, passwordHash)}`)
  await write('Solicitudes de acceso', 'public.dentist_applications', clinic.applications)
  const appointments = await write('Citas', 'public.citas', clinic.appointments)
  const studies = await write('Estudios', 'public.studies', clinic.studies)
  await write('Notas médicas', 'public.medical_notes', clinic.notes)
  const requests = await write('Solicitudes de estudio', 'public.study_requests', clinic.requests)
  const invoices = await write('Facturas', 'public.invoices', clinic.invoices)
  const patients = clinic.people.filter((person) => person.role !== 'doctor').length
  return { patients, appointments, studies, requests, invoices }
}

/** These patients have opened their studies from before `today`. */
async function openStudies(database: Database, patients: readonly Person[], today: string): Promise<void> {
  for (const { id } of patients) {
    const claims = { sub: id, role: 'authenticated', aal: 'aal1' }
    await database.as({ role: 'authenticated', claims }, (tx) =>
      tx.query(
        `select public.note_seen(id, 'images') from public.studies where file_url is not null and study_date < $1`,
        [today],
      ),
    )
  }
}

/** The week that the clinic begins with: the migrations', or that of clinic.json. No doctor has one yet, and nothing is closed besides. */
async function readHours(database: Database): Promise<ClinicHours> {
  const { rows: week } = await database.query<HoursRow>(
    `select doctor_id, weekday, opens::text, closes::text from public.clinic_hours where doctor_id is null`,
  )
  return { doctorId: null, week, closures: [] }
}

async function readMarks(database: Database): Promise<{ rows: Date | null; files: boolean }> {
  const { rows } = await database.query<{ key: string; value: string }>(
    `select key, value from private.app_settings where key in ('demo_clinic', 'demo_files')`,
  )
  const made = rows.find((row) => row.key === 'demo_clinic')?.value
  return {
    rows: made === undefined ? null : new Date(made),
    files: rows.some((row) => row.key === 'demo_files'),
  }
}

/** The demo's passwords are public: they must never reach a database in real use. */
async function refuseOtherClinics(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ used: boolean }>('select exists (select from auth.users) as used')
  if (rows[0]?.used !== false) throw new NotADemoError()
}

async function setSetting(tx: Queryable, key: string, value: string): Promise<void> {
  await tx.query(
    `insert into private.app_settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  )
}
