import { fileURLToPath } from 'node:url'
import { runToEnd } from '#tools/run-to-end.ts'

// Stands where `npm test` does: runs a test run until it ends.

process.exit(await runToEnd(['--import', 'tsx', fileURLToPath(new URL('./test-run.ts', import.meta.url))]))
