import { defineConfig } from 'vitest/config'

const zones = ['America/Mexico_City', 'UTC', 'Pacific/Kiritimati']

export default defineConfig({
  test: {
    // As many as the smallest machine has cores; the default leaves one idle.
    maxWorkers: 2,
    projects: [
      ...zones.map((zone) => ({
        test: { name: `domain ${zone}`, include: ['domain/**/*.test.ts'], env: { TZ: zone } },
      })),
      {
        test: {
          name: 'server',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: 'tests/postgres-setup.ts',
          include: [
            'server/**/*.test.ts',
            'supabase/**/*.test.ts',
            'demo/**/*.test.ts',
            'tools/**/*.test.ts',
            'tests/lint/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/web-setup.ts',
          environment: 'happy-dom',
          env: { TZ: 'America/Mexico_City' },
        },
      },
      {
        test: {
          name: 'database',
          globalSetup: 'tests/postgres-setup.ts',
          include: ['tests/{policies,contract,hostile}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: 'tests/postgres-setup.ts',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Slow machines may take their time; waiting ends as soon as what is waited for is there.
          expect: { poll: { timeout: 20_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
