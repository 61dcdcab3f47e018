import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** What every test waits by (tests/patience.ts), and two files at once: by itself vitest leaves one core of two idle. */
const patient = { setupFiles: ['tests/patience.ts'], expect: { poll: { timeout: 10_000 } }, maxWorkers: 2 }
const PAGES = 'tests/src/**/*.test.{ts,tsx}'
/** The files that put something in the place of a module: they have modules and a window of their own. */
const ownWorld = globSync(PAGES).filter((file) =>
  /vi\.(mock|doMock|resetModules)\(|jsmpegDouble|fakeCanvas|fake-indexeddb/.test(readFileSync(file, 'utf8')),
)
const page = { setupFiles: [...patient.setupFiles, 'tests/src/patience.ts'], environment: './tests/src/window.ts', testTimeout: 20_000 }
const server = { name: 'server', include: ['tests/server/**/*.test.ts'], environment: 'node' as const }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: ['tests/{contract,streams,machines,demo,simulator,house}/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      // One window and one set of libraries for many files: to make them anew for each took as long as the tests.
      {
        test: {
          ...patient,
          ...page,
          name: 'src',
          setupFiles: [...page.setupFiles, 'tests/src/perFile.ts'],
          include: [PAGES],
          exclude: ownWorld,
          isolate: false,
        },
      },
      { test: { ...patient, ...page, name: 'src alone', include: ownWorld } },
      {
        test: {
          ...patient,
          ...server,
          setupFiles: [...patient.setupFiles, 'tests/server/perFile.ts'],
          globalSetup: ['tests/server/cluster.ts'],
          isolate: false,
          // Half of what these tests do is to wait, for a device, a broker or a moment.
          maxWorkers: 4,
          // What differs in workers is refused beside each other in one run.
          sequence: { groupOrder: 1 },
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
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
