import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'
import { titleLengths } from './tests/title-lengths.ts'

/** One worker for many files: tests/fresh-files.ts. */
const shared = { isolate: false, runner: 'tests/fresh-files.ts' }

const zones = ['America/Mexico_City', 'UTC', 'Pacific/Kiritimati']

// Which project and which titles each command runs: tools/tiers.ts.
export default defineConfig({
  test: {
    // As many as the smallest machine has cores; the default leaves one idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', titleLengths()],
    projects: [
      ...zones.map((zone) => ({
        test: {
          name: `domain ${zone}`,
          include: ['domain/**/*.test.ts'],
          env: { TZ: zone },
          // Pure functions leave nothing behind, so that one process runs all files.
          isolate: false,
        },
      })),
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts'],
          setupFiles: 'tests/web-setup.ts',
          ...shared,
          env: { TZ: 'America/Mexico_City' },
        },
      },
      {
        test: {
          name: 'web screens',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['tests/web-setup.ts', 'tests/screens-setup.ts'],
          environment: 'happy-dom',
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          ...shared,
          env: { TZ: 'America/Mexico_City' },
        },
      },
      {
        test: {
          name: 'server',
          ...shared,
          globalSetup: 'tests/run-folder.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ['{server,supabase,demo,tools,tests/lint}/**/*.test.ts'],
          exclude: ['**/*.database.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          // Half of the time it takes with a worker for each file.
          ...shared,
          globalSetup: 'tests/postgres-setup.ts',
          include: ['tests/{policies,contract,hostile}/**/*.test.ts', '**/*.database.test.ts'],
          exclude: ['node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      ...['installation', 'floods'].map((name) => ({
        test: {
          name,
          globalSetup: 'tests/postgres-setup.ts',
          include: [`tests/${name}/**/*.test.ts`],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
      ...['smoke', 'e2e'].map((name) => ({
        test: {
          name,
          globalSetup: 'tests/postgres-setup.ts',
          include: [`tests/${name}/**/*.test.ts`],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Slow machines may take their time; waiting ends as soon as what is waited for is there.
          expect: { poll: { timeout: 20_000 } },
        },
      })),
    ],
  },
})
