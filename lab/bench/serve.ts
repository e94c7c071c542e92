import { seedDemo } from '#demo/seed.ts'
import { readConfig } from '#server/config.ts'
import { logToConsole } from '#server/http/log.ts'
import { startProduct } from '#server/product.ts'

// The product with the demo clinic, in a process of its own, on a free port or PORT; prints its address as one line of JSON.
// SCALE enlarges the clinic (demo/scale.ts), AWAITING adds so many studies that wait for a report. Logs like a real installation; the parent decides where the log goes.

/** Studies of the demo's patients by one doctor, without pictures. */
const awaitingStudies = (many: number) => `
  with doctor as (select id from public.profiles where email = 'doctora@clinica.test'), patients as (
    select l.patient_id as id, row_number() over () - 1 as at, count(*) over () as of
    from private.doctor_patients l join doctor d on d.id = l.doctor_id
  )
  insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, report_needed, created_at)
  select p.id, d.id, 'Tomografías', '2026-01-05', 'https://visor.clinica.test/' || n, true,
    '2026-01-05'::timestamptz + n * interval '1 minute'
  from generate_series(1, ${many}) n join patients p on p.at = n % p.of cross join doctor d`

const config = readConfig(
  { PORT: '0', ADMIN_EMAIL: 'admin@clinica.test', ALLOW_PGLITE: '1', ...process.env },
  'data/bench',
)
const product = await startProduct({
  config,
  onLine: () => {},
  log: logToConsole,
  prepare: async ({ clinic, ...store }) => {
    await seedDemo({
      ...store,
      zone: config.clinicTimeZone,
      privacyVersion: clinic.privacy.version,
      now: new Date(),
      scale: Number(process.env.SCALE ?? 0),
      tell: () => {},
    })
    const awaiting = Number(process.env.AWAITING ?? 0)
    if (awaiting > 0) await store.database.exec(awaitingStudies(awaiting))
  },
})
console.log(JSON.stringify({ url: product.url }))
process.on('SIGTERM', () => void product.close().then(() => process.exit(0)))
