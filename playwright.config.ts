import { defineConfig } from '@playwright/test'

/** The real product in a real browser: test.mjs starts it on free ports and says where (FURROW_URL, FURROW_MQTT_PORT). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One picture for every machine: what it shows does not hang on fonts.
  snapshotPathTemplate: '{testDir}/layouts/{arg}{ext}',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Two files at a time: a test leaves alone what another file's tests look at, and makes a person of its own where it changes one.
  workers: 2,
  projects: [
    { name: 'console', testIgnore: 'restart.spec.ts' },
    // Kills the server under everybody.
    { name: 'restart', testMatch: 'restart.spec.ts', dependencies: ['console'] },
  ],
  // A race must not cost a landing: what failed runs once more and, where it passes then, test.mjs says by name that it is flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    baseURL: process.env.FURROW_URL ?? 'http://127.0.0.1:8080',
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    launchOptions: {
      ...(process.env.FURROW_CHROMIUM ? { executablePath: process.env.FURROW_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        '--disable-gpu',
      ],
    },
    // A trace costs a third of a run and hides races; `--trace retain-on-failure` makes one where a failure is looked into.
    screenshot: 'only-on-failure',
  },
})
