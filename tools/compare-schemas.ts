import { openPostgres } from '#server/db/postgres.ts'
import { type Catalogue, differences, readCatalogue } from './schema-catalogue.ts'

// `npm run schema -- URL` prints every object of a database; with a second URL it prints the differences and exits
// with 1 if there are any. It only reads.

async function catalogueOf(url: string): Promise<Catalogue> {
  const database = await openPostgres(url)
  try {
    return await readCatalogue(database)
  } finally {
    await database.close()
  }
}

const [first, second] = process.argv.slice(2)
if (!first) {
  console.error('Usage: npm run schema -- postgresql://… [postgresql://…]')
  process.exitCode = 2
} else {
  const one = await catalogueOf(first)
  if (!second) {
    for (const [name, detail] of one) console.log(`${name}\n${detail.replace(/^/gm, '    ')}`)
    console.log(`${one.size} objects`)
  } else {
    const found = differences(one, await catalogueOf(second))
    for (const line of found) console.log(line)
    console.log(`${one.size} objects compared, ${found.length} differences`)
    process.exitCode = found.length > 0 ? 1 : 0
  }
}
