import { defineConfig } from '@playwright/test'

/**
 * Chromium takes the last list of features alone: those that Playwright itself switches off, then the pages that Chromium draws its own address
 * bar with, two processes for each window and 2 s of a core before anything is shown in it.
 */
const WITHOUT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  `--disable-features=${WITHOUT.join(',')}`,
]
const launch = (executablePath: string | undefined) => ({ launchOptions: { ...(executablePath ? { executablePath } : {}), args: ARGS } })
const { FURROW_CHROMIUM: whole, FURROW_CHROMIUM_SHELL: shell = whole } = process.env

/** What only the whole of Chromium can do. */
const WHOLE = ['app.spec.ts', 'push.spec.ts', 'panoramaPhone.spec.ts']

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
  // In this order, so that no long file is left for one worker at the end.
  projects: [
    { name: 'whole', testMatch: WHOLE, use: { ...launch(whole), serviceWorkers: 'allow' } },
    { name: 'walk', testMatch: 'walk.spec.ts', use: launch(shell) },
    // In the shell of Chromium, where there is one, which draws no window around a page: a fifth of the time. It shows no notifications,
    // is turned by nobody and records no film.
    { name: 'console', testIgnore: [...WHOLE, 'walk.spec.ts', 'cameras.spec.ts', 'restart.spec.ts'], use: launch(shell) },
    // Moving pictures are drawn, encoded and decoded by the cores that the others are tested on: alone.
    { name: 'pictures', testMatch: 'cameras.spec.ts', dependencies: ['whole', 'walk', 'console'], use: launch(whole) },
    // Kills the server under everybody.
    { name: 'restart', testMatch: 'restart.spec.ts', dependencies: ['pictures'], use: launch(shell) },
  ],
  // What failed is run once more when the rest has ended, its file alone (tests/run/browser.mjs).
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    baseURL: process.env.FURROW_URL ?? 'http://127.0.0.1:8080',
    viewport: { width: 1440, height: 900 },
    // As a person who asked for less motion: nothing is drawn that nobody looks at.
    contextOptions: { reducedMotion: 'reduce' },
    // Elsewhere each of hundreds of browsers would fetch the pages of the field for nobody.
    serviceWorkers: 'block',
    locale: 'zh-CN',
    // A trace costs a third of a run and hides races; `--trace retain-on-failure` makes one where a failure is looked into.
    screenshot: 'only-on-failure',
  },
})
