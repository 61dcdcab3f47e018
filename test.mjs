// The whole test run, on any Node >= 20: installs what it needs (a Chromium too), then lint, types, dead code, unit, server and browser
// tests. It ends with "N passed, N failed", counted from the runners' own reports, and fails where anything failed.
//   --no-browser          all but the browser
//   --changed [REVISION]  without the browser, and only what the files reach that differ from it (HEAD); in doubt all
//   --again FILE N        one file of tests, so often, alone
// With OUTSIDE_DATABASE_URL the server tests of what may differ from one PostgreSQL to another run on that one too.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, install } from './start.mjs'
import { browser, browserAgain, chromium } from './tests/run/browser.mjs'
import { reachOf } from './tests/run/reach.mjs'
import { closeRun, installPackage, onPath, outcome, root, step } from './tests/run/steps.mjs'
import { vitest } from './tests/run/vitest.mjs'

const PLACES = ['contract', 'locales', 'streams', 'machines', 'demo', 'server', 'src', 'simulator', 'tests', 'e2e', 'bench']
const UNIT = ['unit', 'src', 'src alone']

/** What may differ from one PostgreSQL to another: its roles and tables. */
const OF_BOTH = ['tests/server/database/']
/**
 * What makes many statements, or writes fast or at the same time: run on one PostgreSQL, the outside one where there is one. It is the older of the
 * two, and all other server tests run on the embedded one.
 */
const OF_ONE = [
  'crud/',
  'history/',
  'ingest/',
  'outbox/',
  'clock/',
  'http/everyCall',
  'approvals/invariants',
  'flows/runs',
].map((place) => `tests/server/${place}`)

/** A name that no file has would run nothing, and nobody would see it. */
function refuseUnknown(places) {
  const files = readdirSync(join(root, 'tests/server'), { recursive: true }).map((file) => `tests/server/${file}`)
  const unknown = places.filter((place) => !files.some((file) => file.startsWith(place) && file.endsWith('.test.ts')))
  if (unknown.length > 0) throw new Error(`no test stands at ${unknown.join(', ')}`)
}

const ASIDE = { aside: true, low: true }
/** What is said of the sources without running them, beside the tests. */
async function checkSources() {
  await step('lint', 'oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', ...PLACES], ASIDE)
  await step('types', 'tsc', ['--noEmit', '--checkers', '2'], ASIDE)
  await step('dead code', 'knip', [], ASIDE)
  await step('code that only tests keep alive', 'knip', ['--production'], ASIDE)
}

async function runAll(withBrowser) {
  refuseUnknown([...OF_BOTH, ...OF_ONE])
  const chrome = withBrowser ? chromium() : undefined
  const outside = process.env.OUTSIDE_DATABASE_URL
  const sources = checkSources()
  build()
  await vitest('unit', UNIT)
  // Most of what the product's own start is tested by is to wait for it.
  const start = vitest('start', ['start'], { extra: { DATABASE_URL: '' }, aside: true })
  await vitest('server', ['server'], { extra: { DATABASE_URL: '' }, without: outside ? OF_ONE.map((place) => `${place}**`) : [] })
  if (outside) await vitest('server on an outside PostgreSQL', ['server'], { extra: { DATABASE_URL: outside }, files: [...OF_BOTH, ...OF_ONE] })
  await start
  await sources
  if (withBrowser) await browser(chrome)
}

/** What the changed files reach. */
async function runReached(revision) {
  const reach = reachOf(revision)
  if (!reach) return runAll(false)
  const { sources, places } = reach
  process.stdout.write(`Changed since ${revision}: ${sources.length} sources; whole: ${places.join(', ')}\n`)
  const extra = { DATABASE_URL: '' }
  const run = async () => {
    for (const [title, projects] of [
      ['unit', UNIT],
      ['server', ['server']],
    ]) {
      if (sources.length > 0) await vitest(`${title}, by import`, projects, { extra, related: sources })
      await vitest(`${title}, by place`, projects, { extra, files: places })
    }
    if (!places.some((place) => 'tests/start'.startsWith(place))) return
    build()
    await vitest('start', ['start'], { extra })
  }
  await Promise.all([checkSources(), run()])
}

/** Runs one file so often, alone. */
async function runAgain(file, times) {
  if (!existsSync(join(root, file))) throw new Error(`there is no ${file}`)
  if (file.startsWith('e2e/')) {
    build()
    return browserAgain(chromium(), [file.slice('e2e/'.length)], times)
  }
  for (let time = 1; time <= times; time++)
    if (!(await step(`${file}, ${time} of ${times}`, 'vitest', ['run', file, '--maxWorkers=1']))) return false
  return true
}

const argumentAfter = (name) => process.argv[process.argv.indexOf(name) + 1]
const asked = (name) => process.argv.includes(name)
const began = Date.now()
install()
// The cameras' tests need it.
if (!onPath('ffmpeg')) installPackage('ffmpeg')
if (asked('--again')) {
  const at = process.argv.indexOf('--again')
  process.exit((await runAgain(process.argv[at + 1], Number(process.argv[at + 2] ?? 10))) ? 0 : 1)
}
outcome.steps.push({ title: 'install', seconds: (Date.now() - began) / 1000 })
if (asked('--changed')) await runReached(argumentAfter('--changed') ?? 'HEAD')
else await runAll(!asked('--no-browser'))
process.exit(closeRun(began))
