import { fileURLToPath } from 'node:url'
import { runToEnd } from '#tools/run-to-end.ts'

// Stands where `npm test` does: runs a program of tests until it ends.

process.exit(await runToEnd(['--import', 'tsx', fileURLToPath(new URL('./postgres.ts', import.meta.url))]))
