import { writeFile } from 'node:fs/promises'
import { coverageFile, coveragePage, readTestFiles } from './coverage-page.ts'

// `npm run coverage` rewrites docs/product/coverage.md from the titles of the tests, without running them.

await writeFile(coverageFile, coveragePage(await readTestFiles()))
