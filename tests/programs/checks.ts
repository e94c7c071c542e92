import { fileURLToPath } from 'node:url'
import { runToEnd } from '#tools/run-to-end.ts'

// Stands in for `npm test`: starts a test run and waits for its end.

process.exit(await runToEnd(['--import', 'tsx', fileURLToPath(new URL('./test-run.ts', import.meta.url))]))
