import { readdir, readFile } from 'node:fs/promises'
import { migrate, readScripts } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { differences, readCatalogue } from './schema-catalogue.ts'

const url = (n: string) => `postgresql://postgres@127.0.0.1:5599/${n}`
const admin = await openPostgres(url('postgres'))
const scripts = await readScripts()
const has = await admin.query("select 1 from pg_database where datname = 'old'")
if (!has.rows.length) {
  await admin.query('create database old template template0')
  const o = await openPostgres(url('old'))
  await migrate(o, JSON.parse(JSON.stringify(scripts)))
  await o.close()
}
await admin.query('drop database if exists new')
await admin.query('create database new template template0')
const dir = process.argv[2] ?? '/work/fold/out'
const names = (await readdir(dir)).filter((n) => n.endsWith('.sql')).sort()
const mine = await Promise.all(
  names.map(async (name) => ({
    name: `migrations/${name}`,
    script: await readFile(`${dir}/${name}`, 'utf8'),
    hash: name,
  })),
)
const n = await openPostgres(url('new'))
const o = await openPostgres(url('old'))
try {
  await migrate(n, {
    before: [...scripts.before.filter((s) => s.name.startsWith('bootstrap')), ...mine],
    after: scripts.after,
  })
} catch (error: any) {
  console.log(String(error.message), error.cause?.position, error.cause?.where)
  process.exit(1)
}
const d = differences(await readCatalogue(o), await readCatalogue(n))
console.log(d.length, d.join('\n').slice(0, 6000))
process.exit(0)
