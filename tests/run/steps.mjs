// What the parts of a run share: how a step is run, how long it took, and what came of it. Runs on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KNOWN, STRICT } from './known.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const bin = join(root, 'node_modules', '.bin')
export const cache = join(root, '.cache')
export const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
mkdirSync(cache, { recursive: true })

/** What came of a run so far. */
export const outcome = {
  passed: 0,
  failed: 0,
  /** The steps that did not end well. */
  broken: [],
  /** Tests that failed, by name, with the first line of what they said. */
  failures: [],
  /** What went wrong outside of any test. */
  beside: [],
  /** Tests that passed only when their file was run again, alone. */
  flaky: [],
  /** Seconds of each step, and of each file of tests. */
  steps: [],
  files: [],
}

export const onPath = (...names) => names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(Boolean)

/** Installs a package of Debian, where this is Debian and we may. */
export function installPackage(name) {
  const [program, ...before] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  for (const args of [['update'], ['install', '-y', name]]) spawnSync(program, [...before, ...args], { stdio: 'ignore' })
}

/**
 * Runs one program as a step; answers whether it ended well. `aside` keeps what it prints until it has ended: another step prints meanwhile.
 * `low` gives it what the other leaves of the cores. One that is `asked` again only answers: its caller says what that means.
 */
export function step(title, command, args, { extra = {}, aside = false, low = false, asked = false } = {}) {
  const since = Date.now()
  if (!aside) process.stdout.write(`\n== ${title}\n`)
  return new Promise((done) => {
    // What runs beside the tests has what they leave: a test that waits for a core would fail by its time.
    const [program, ...given] = low ? ['nice', '-n', '15', join(bin, command), ...args] : [join(bin, command), ...args]
    const child = spawn(program, given, {
      cwd: root,
      env: { ...env, ...extra },
      stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const said = []
    for (const stream of aside ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => said.push(chunk))
    child.once('close', (code) => {
      const [ok, took] = [code === 0, (Date.now() - since) / 1000]
      if (aside) process.stdout.write(`\n== ${title}\n${Buffer.concat(said)}`)
      process.stdout.write(`== ${title}: ${ok ? 'ok' : 'FAILED'} (${took.toFixed(0)} s)\n`)
      outcome.steps.push({ title, seconds: took })
      if (!ok && !asked) outcome.broken.push(title)
      done(ok)
    })
  })
}

const SLOWEST = 20

/** Says where the time went, keeps it in .cache/times.json, and closes with what the run came to. Answers the exit code. */
export function closeRun(began) {
  const { passed, failed, broken, failures, beside, flaky, steps, files } = outcome
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  const whole = (Date.now() - began) / 1000
  writeFileSync(join(cache, 'times.json'), `${JSON.stringify({ whole, steps, files }, null, 1)}\n`)
  const line = ({ title, file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${title ?? file}\n`
  process.stdout.write(`\nSteps\n${steps.map(line).join('')}\nSlowest files\n${slowest.map(line).join('')}`)
  for (const what of failures) process.stdout.write(`\nFAILED: ${what}`)
  for (const what of beside) process.stdout.write(`\nBESIDE THE TESTS: ${what}`)
  const causeOf = (what) => Object.entries(KNOWN).find(([known]) => what.startsWith(known))?.[1]
  for (const what of flaky)
    process.stdout.write(`\nFLAKY (passed only alone; ${causeOf(what) ?? 'no cause is written in tests/run/known.mjs'}): ${what}`)
  const unexplained = STRICT ? flaky.filter((what) => causeOf(what) === undefined).length : 0
  if (unexplained > 0) broken.push('flaky tests')
  process.stdout.write(
    `\nTook ${whole.toFixed(0)} s${broken.length > 0 ? `; FAILED: ${broken.join(', ')}` : ''}\n${passed - unexplained} passed, ${failed + unexplained} failed\n`,
  )
  return broken.length > 0 || failed > 0 || passed === 0 ? 1 : 0
}
