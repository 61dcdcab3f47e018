// The browser tests, against the product as `npm start` starts it, on free ports and a data directory of its own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bin, cache, env, installPackage, onPath, outcome, root, step } from './steps.mjs'

/** The system's Chromium, else Playwright's, else Debian's package; undefined where Playwright finds its own. */
export function chromium() {
  const found = () => onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  if (found()) return found()
  if (spawnSync(join(bin, 'playwright'), ['install', 'chromium'], { env, stdio: 'ignore', timeout: 300_000 }).status === 0) return undefined
  installPackage('chromium')
  if (!found()) throw new Error('no Chromium: neither the system nor Playwright nor Debian has one')
  return found()
}

/** More files than these are not run again: that many do not fail by a race. */
const MOST_AGAIN = 5

const freePort = () =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })

/** Starts the product; answers what its tests are told of it, and how it is stopped. */
export async function startProduct(chrome) {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-e2e-'))
  const [port, mqttPort, oidcPort, ...hookPorts] = await Promise.all(Array.from({ length: 5 }, freePort))
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
  const stop = async () => {
    product.removeAllListeners('exit')
    if (product.exitCode === null && product.signalCode === null)
      await new Promise((gone) => {
        product.once('exit', gone)
        product.kill('SIGTERM')
      })
    rmSync(dataDir, { recursive: true, force: true })
  }
  await new Promise((ready, failed) => {
    product.stdout.on('data', (chunk) => String(chunk).includes('Furrow is ready') && ready())
    product.once('exit', (code) => failed(new Error(`npm start ended with ${code}`)))
  })
  // Debian's shell of the same Chromium: what draws no window is quicker.
  const shell = onPath('chromium-headless-shell')
  const told = {
    FURROW_URL: `http://127.0.0.1:${port}`,
    FURROW_MQTT_PORT: String(mqttPort),
    FURROW_HOOK_PORT: hookPorts.join(','),
    FURROW_OIDC_PORT: String(oidcPort),
    FURROW_PID: String(product.pid),
    ...(chrome ? { FURROW_CHROMIUM: chrome } : {}),
    ...(shell ? { FURROW_CHROMIUM_SHELL: shell } : {}),
  }
  return { told, stop }
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]
/** What went wrong in a test of Playwright's report. */
const saidIn = ({ tests }) => {
  const { error } = tests.flatMap(({ results }) => results).find((result) => result.error) ?? {}
  return stripVTControlCharacters(error?.message ?? '')
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 600)
}

async function runOnce(product, title, args) {
  const path = join(cache, 'e2e.json')
  rmSync(path, { force: true })
  const ok = await step(title, 'playwright', ['test', '--no-deps', ...args], { extra: product.told, asked: true })
  return { ok, told: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null }
}

/** Runs some projects, and what failed of them once more, alone, where it is not much; counts what came of it. */
async function runProjects(product, title, projects) {
  const chosen = projects.map((one) => `--project=${one}`)
  const run = await runOnce(product, title, chosen)
  if (!run.told) {
    outcome.broken.push(`${title} (no report)`)
    return
  }
  const { stats, suites } = run.told
  outcome.passed += stats.expected
  outcome.failed += stats.unexpected
  for (const suite of suites) {
    const results = specsIn(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results))
    outcome.files.push({ file: `e2e/${suite.title}`, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 })
  }
  if (run.ok) return

  const wrong = suites.flatMap(specsIn).filter(({ ok }) => !ok)
  const lines = wrong.map((spec) => `e2e/${spec.file}: ${spec.title} (${saidIn(spec)})`)
  const files = [...new Set(wrong.map(({ file }) => basename(file)))]
  const mayRace = files.length > 0 && files.length <= MOST_AGAIN
  // Only what failed: what other files have written meanwhile is not what the rest of a file is to find.
  if (mayRace && (await runOnce(product, `${title}, again and alone`, [...chosen, '--last-failed', '--workers=1'])).ok) {
    outcome.flaky.push(...lines)
    outcome.passed += stats.unexpected
    outcome.failed -= stats.unexpected
    return
  }
  outcome.broken.push(title)
  outcome.failures.push(...lines)
}

/** Runs all browser tests. Moving pictures are drawn, encoded and decoded by the cores that the others are tested on; a restart ends the server under everybody. */
export async function browser(chrome) {
  const product = await startProduct(chrome)
  try {
    await runProjects(product, 'browser', ['whole', 'walk', 'console'])
    await runProjects(product, 'browser: pictures', ['pictures'])
    await runProjects(product, 'browser: restart', ['restart'])
  } finally {
    await product.stop()
  }
}

/** Runs some files so often, on one product; answers whether all went well. */
export async function browserAgain(chrome, files, times) {
  const product = await startProduct(chrome)
  try {
    return (await runOnce(product, files.join(' '), [...files, `--repeat-each=${times}`, '--workers=1'])).ok
  } finally {
    await product.stop()
  }
}
