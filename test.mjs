// The whole test run, on any Node >= 20: installs what it needs (a Chromium too), then lint, types, dead code, unit, server and browser
// tests. It ends with "N passed, N failed", counted from the runners' own reports, and fails where anything failed.
//   --no-browser   all but the browser
// With OUTSIDE_DATABASE_URL the server tests of what may differ from one PostgreSQL to another run on that one too.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { build, install } from './start.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
const totals = { passed: 0, failed: 0 }
/** Tests that passed at their second try only: to be mended before anything new is begun. */
const flaky = []
/** The steps that did not end well: a run says them last, where a reader who sees only the end looks. */
const broken = []
/** The tests that failed, by name: said at the end. */
const failed = []
/** What went wrong outside of any test: said at the end. */
const beside = []

const onPath = (...names) => names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(Boolean)

/** The system's Chromium, else Playwright's, else Debian's package; undefined where Playwright finds its own. */
function chromium() {
  const found = () => onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  if (found()) return found()
  if (spawnSync(join(bin, 'playwright'), ['install', 'chromium'], { env, stdio: 'ignore', timeout: 300_000 }).status === 0) return undefined
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [['update'], ['install', '-y', 'chromium']])
    spawnSync([...sudo, 'apt-get'][0], [...sudo.slice(1), ...(sudo.length ? ['apt-get'] : []), ...args], { stdio: 'ignore' })
  if (!found()) throw new Error('no Chromium: neither the system nor Playwright nor Debian has one')
  return found()
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

function step(title, command, args, extra = {}) {
  const since = Date.now()
  process.stdout.write(`\n== ${title}\n`)
  const done = spawnSync(join(bin, command), args, { cwd: root, env: { ...env, ...extra }, stdio: 'inherit' })
  const ok = done.status === 0
  process.stdout.write(`== ${title}: ${ok ? 'ok' : 'FAILED'} (${seconds(since)})\n`)
  if (!ok) broken.push(title)
  return ok
}

function report(file) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const path = join(root, '.cache', file)
  rmSync(path, { force: true })
  return {
    path,
    count(passed, failed) {
      if (!existsSync(path)) {
        broken.push(`${file} was not written`)
        return
      }
      const told = JSON.parse(readFileSync(path, 'utf8'))
      totals.passed += passed(told)
      totals.failed += failed(told)
    },
  }
}

/** One run of vitest, of all its files or of some: whether all went well, what it counted, and what went wrong outside of any test. */
function vitestOnce(title, projects, extra, files = [], alone = false, without = []) {
  const told = join(root, '.cache', `vitest-${title.replaceAll(/\W+/g, '-')}.json`)
  const twice = join(root, '.cache', 'flaky.txt')
  const outside = join(root, '.cache', 'beside.txt')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const file of [told, twice, outside]) rmSync(file, { force: true })
  const ok = step(
    title,
    'vitest',
    [
      'run',
      ...files,
      // Alone, with modules of its own: what hangs on the file before it passes here and is named flaky.
      ...(alone ? ['--maxWorkers=1', '--isolate'] : []),
      ...without.flatMap((file) => ['--exclude', file]),
      ...projects.flatMap((one) => ['--project', one]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/flaky.ts',
      `--outputFile.json=${told}`,
    ],
    { ...extra, FURROW_FLAKY: twice, FURROW_BESIDE: outside },
  )
  const lines = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  return { ok, told: existsSync(told) ? JSON.parse(readFileSync(told, 'utf8')) : null, flaky: lines(twice), beside: lines(outside) }
}

/** The tests of a report that failed: their file, their name and the first line of what they said; a file that failed outside of its tests is one. */
const failedIn = (told) =>
  (told?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((one) => one.status === 'failed')
    const wrong = tests.length > 0 || status !== 'failed' ? tests : [{ fullName: 'outside of its tests', failureMessages: [message ?? ''] }]
    return wrong.map(({ fullName, failureMessages = [] }) => ({
      file,
      name: `${file}: ${fullName}`,
      said: (failureMessages[0] ?? '').split('\n')[0].slice(0, 300),
    }))
  })

/**
 * A step in which something went wrong beside its tests is run once more, as a test is, and named like one. Up to five files of
 * tests that failed twice are run once more when the rest has ended, alone: what passes only there is flaky, and what fails there too has failed.
 */
function vitest(title, projects, extra = {}, only = [], without = []) {
  const run = vitestOnce(title, projects, extra, only, false, without)
  flaky.push(...run.flaky)
  const wrong = failedIn(run.told)
  // All files where something went wrong beside the tests: nobody says in which.
  const again = run.beside.length > 0 || wrong.length === 0 ? only : [...new Set(wrong.map(({ file }) => file))]
  let last = run
  if (!run.ok && (again === only ? wrong : again).length <= 5) {
    flaky.push(...run.beside.map((what) => `${title}, beside its tests: ${what}`))
    flaky.push(...wrong.map(({ name, said }) => `${name} (twice; ${said})`))
    last = vitestOnce(title, projects, extra, again, again !== only, without)
    flaky.push(...last.flaky)
    if (last.ok) broken.splice(broken.indexOf(title), 1)
  }
  if (!last.ok) {
    failed.push(...failedIn(last.told).map(({ name, said }) => `${name}: ${said}`))
    beside.push(...last.beside.map((what) => `${title}: ${what}`))
  }
  if (!run.told) {
    broken.push(`${title} wrote no report`)
    return
  }
  // A second run of some files says anew what of the first had failed; one of all of them says everything.
  const whole = last === run || again === only
  const still = last.told?.numFailedTests ?? run.told.numFailedTests
  totals.passed += whole ? (last.told ?? run.told).numPassedTests : run.told.numPassedTests + run.told.numFailedTests - still
  totals.failed += still
}

/** What may differ from one PostgreSQL to another: its roles and tables, every statement that a call makes, and what is written fast or at the same time. */
const ofTheDatabase = [
  'database',
  'crud',
  'history',
  'ingest',
  'outbox',
  'clock',
  'http/everyCall',
  'alarms/invariants',
  'approvals/invariants',
  'flows/runs',
].map((place) => `tests/server/${place}`)

/** What went wrong at the first try of a test of Playwright's report. */
const saidFirst = ({ tests }) => {
  const { error } = tests.flatMap(({ results }) => results).find((result) => result.error) ?? {}
  return stripVTControlCharacters(error?.message ?? '')
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 600)
}
/** The flaky tests of a suite of Playwright's report. */
const flakyIn = ({ title, specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${title}: ${spec.title} (${saidFirst(spec)})`),
  ...suites.flatMap((suite) => flakyIn(suite)),
]

const freePort = () =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })

/** Runs the browser tests against the product as `npm start` starts it, on free ports and a data directory of its own. */
async function browser(chrome) {
  // Debian's shell of the same Chromium: what draws no window is quicker.
  const shell = onPath('chromium-headless-shell')
  build()
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-e2e-'))
  const [port, mqttPort, oidcPort, ...hookPorts] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()]
  const told = report('e2e.json')
  const product = spawn('node', ['start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      HOST: '',
      DEMO: '',
      SIMULATOR: '',
      // What alarms are sent to there is a service of the tests.
      ALARM_WEBHOOK_ALLOW: hookPorts.map((one) => `127.0.0.1:${one}`).join(','),
      // So is the other service by which people sign in.
      OIDC_ISSUER: `http://127.0.0.1:${oidcPort}`,
      OIDC_CLIENT_ID: 'furrow',
      OIDC_CLIENT_SECRET: 'a secret of this test',
      OIDC_LABEL: 'Farm union',
      OIDC_REDIRECT_URL: `http://127.0.0.1:${port}/login`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise((ready, failed) => {
      product.stdout.on('data', (chunk) => String(chunk).includes('Furrow is ready') && ready())
      product.once('exit', (code) => failed(new Error(`npm start ended with ${code}`)))
    })
    step('browser', 'playwright', ['test'], {
      FURROW_URL: `http://127.0.0.1:${port}`,
      FURROW_MQTT_PORT: String(mqttPort),
      FURROW_HOOK_PORT: hookPorts.join(','),
      FURROW_OIDC_PORT: String(oidcPort),
      FURROW_PID: String(product.pid),
      ...(chrome ? { FURROW_CHROMIUM: chrome } : {}),
      ...(shell ? { FURROW_CHROMIUM_SHELL: shell } : {}),
    })
    told.count(
      ({ stats }) => stats.expected + stats.flaky,
      ({ stats }) => stats.unexpected,
    )
    if (existsSync(told.path)) flaky.push(...JSON.parse(readFileSync(told.path, 'utf8')).suites.flatMap((suite) => flakyIn(suite)))
  } finally {
    product.removeAllListeners('exit')
    await new Promise((gone) => {
      product.once('exit', gone)
      product.kill('SIGTERM')
    })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const withBrowser = !process.argv.includes('--no-browser')
const began = Date.now()
install()
const chrome = withBrowser ? chromium() : undefined
step('lint', 'oxlint', [
  '--type-aware',
  '--deny-warnings',
  '--report-unused-disable-directives',
  'contract',
  'locales',
  'streams',
  'machines',
  'demo',
  'server',
  'src',
  'simulator',
  'tests',
  'e2e',
  'bench',
])
step('types', 'tsc', ['--noEmit'])
step('dead code', 'knip', [])
step('code that only tests keep alive', 'knip', ['--production'])
build()
vitest('unit', ['unit', 'src', 'src alone'])
const outside = process.env.OUTSIDE_DATABASE_URL
// Every call is made on one PostgreSQL: the outside one, the older of the two, where there is one.
vitest('server', ['server'], { DATABASE_URL: '' }, [], outside ? ['tests/server/http/everyCall.test.ts'] : [])
vitest('start', ['start'], { DATABASE_URL: '' })
if (outside) vitest('server on an outside PostgreSQL', ['server'], { DATABASE_URL: outside }, ofTheDatabase)
if (withBrowser) await browser(chrome)

for (const what of failed) process.stdout.write(`\nFAILED: ${what}`)
for (const what of beside) process.stdout.write(`\nBESIDE THE TESTS: ${what}`)
for (const title of flaky) process.stdout.write(`\nFLAKY (passed at the second try): ${title}`)
process.stdout.write(
  `\nTook ${seconds(began)}${broken.length > 0 ? `; FAILED: ${broken.join(', ')}` : ''}\n${totals.passed} passed, ${totals.failed} failed\n`,
)
process.exit(broken.length > 0 || totals.failed > 0 || totals.passed === 0 ? 1 : 0)
