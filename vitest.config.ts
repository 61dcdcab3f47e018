import { defineConfig } from 'vitest/config'

/** What every test waits by (tests/patience.ts). */
const patient = { setupFiles: ['tests/patience.ts'], expect: { poll: { timeout: 10_000 } } }
const server = { name: 'server', include: ['tests/server/**/*.test.ts'], environment: 'node' as const }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: ['tests/{contract,streams,machines,simulator,house}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...patient,
          setupFiles: [...patient.setupFiles, 'tests/src/patience.ts'],
          name: 'src',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...patient,
          ...server,
          globalSetup: ['tests/server/cluster.ts'],
          // Every file has a database and ports of its own; two cores carry two files at once.
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The product as `npm start` starts it: one at a time.
        test: {
          ...patient,
          name: 'start',
          include: ['tests/start/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
