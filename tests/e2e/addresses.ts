import type { Queryable } from '#server/db/database.ts'

/** The only column, `it`, of the first row that the demo clinic has for a statement. */
export async function one(database: Queryable, sql: string): Promise<string> {
  const { rows } = await database.query<{ it: string }>(sql)
  if (!rows[0]) throw new Error(`The demo clinic has nothing for: ${sql}`)
  return rows[0].it
}

/** An example for each parameter of the screens' addresses; who is signed in must be allowed to see it. */
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
        `select id::text as it from public.studies where ${mine} in (doctor_id, patient_id) and file_name is not null limit 1`,
      ),
    requestId: () =>
      one(
        database,
        email === 'paciente@clinica.test'
          ? `select id::text as it from public.study_requests where lower(patient_email) = '${email}' limit 1`
          : `select id::text as it from public.study_requests where notes is not null limit 1`,
      ),
    shareId: async () => '00000000-0000-4000-8000-000000000000',
  }
}

/** The address of a screen with every parameter filled in; a new parameter needs an example. */
export async function addressOf(database: Queryable, path: string, email: string): Promise<string> {
  let address: string = path
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const example = examples(database, email)[name]
    if (!example) throw new Error(`${path} has a parameter without an example: ${name}`)
    address = address.replace(`:${name}`, await example())
  }
  return address
}
