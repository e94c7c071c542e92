import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'
import { results } from './tests/results.ts'

/**
 * Nothing is red because the machine is slow: a test ends after a minute, what it waits for after 20 seconds, and starting a
 * product after four minutes. Waiting ends as soon as what is waited for is there.
 */
const patience = { testTimeout: 60_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } }

/** One worker for many files: tests/fresh-files.ts. */
const shared = { isolate: false, runner: 'tests/fresh-files.ts' }

const zones = ['America/Mexico_City', 'UTC', 'Pacific/Kiritimati']
const { TEST_RESULTS } = process.env

// Which files and titles each command runs: tools/testing/groups.ts.
export default defineConfig({
  test: {
    // As many as the smallest machine has cores; the default leaves one idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ...(TEST_RESULTS ? [results(TEST_RESULTS)] : [])],
    projects: [
      ...zones.map((zone) => ({
        test: {
          name: `domain ${zone}`,
          ...patience,
          include: ['domain/**/*.test.ts'],
          env: { TZ: zone },
          // Pure functions leave nothing behind, so that one process runs all files.
          isolate: false,
        },
      })),
      {
        test: {
          name: 'web',
          ...patience,
          ...shared,
          include: ['web/**/*.test.ts'],
          setupFiles: 'tests/web-setup.ts',
          env: { TZ: 'America/Mexico_City' },
        },
      },
      {
        test: {
          name: 'web screens',
          ...patience,
          ...shared,
          include: ['web/**/*.test.tsx'],
          setupFiles: ['tests/web-setup.ts', 'tests/screens-setup.ts'],
          environment: 'happy-dom',
          env: { TZ: 'America/Mexico_City' },
        },
      },
      {
        test: {
          name: 'server',
          ...patience,
          ...shared,
          globalSetup: 'tests/run-folder.ts',
          include: ['{server,station,supabase,demo,tools,tests/lint}/**/*.test.ts'],
          exclude: ['**/*.database.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          ...patience,
          // Half of the time it takes with a worker for each file.
          ...shared,
          globalSetup: 'tests/postgres-setup.ts',
          include: ['tests/{policies,contract,hostile}/**/*.test.ts', '**/*.database.test.ts'],
          exclude: ['node_modules/**'],
        },
      },
      ...['installation', 'floods', 'station'].map((name) => ({
        test: {
          name,
          ...patience,
          // A test runs several programs one after the other, and what prepares it several products.
          testTimeout: 240_000,
          hookTimeout: 600_000,
          globalSetup: 'tests/postgres-setup.ts',
          include: [`tests/${name}/**/*.test.ts`],
        },
      })),
      ...['smoke', 'e2e'].map((name) => ({
        test: {
          name,
          ...patience,
          testTimeout: 180_000,
          globalSetup: 'tests/postgres-setup.ts',
          include: [`tests/${name}/**/*.test.ts`],
        },
      })),
    ],
  },
})
