// The tests that vitest runs. What fails is run once more, its file alone and with modules of its own; what passes only there is flaky.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, outcome, root, step } from './steps.mjs'

/** More files than these are not run again: that many do not fail by a race. */
const MOST_AGAIN = 5

/** One run of vitest over all files of some projects, over those at some places, or over those that import something of `related`. */
async function runOnce(title, projects, { extra = {}, files = [], related, without = [], again = false, aside = false }) {
  const told = join(cache, `vitest-${title.replaceAll(/\W+/g, '-')}.json`)
  const beside = join(cache, `beside-${title.replaceAll(/\W+/g, '-')}.txt`)
  for (const file of [told, beside]) rmSync(file, { force: true })
  const ok = await step(
    again ? `${title}, again and alone` : title,
    'vitest',
    [
      ...(related && !again ? ['related', '--run', ...related] : ['run', ...files]),
      // Where few files are asked for, a project may have none of them.
      ...(related || files.length > 0 ? ['--passWithNoTests'] : []),
      ...(again ? ['--maxWorkers=1', '--isolate'] : []),
      ...without.flatMap((file) => ['--exclude', file]),
      ...projects.flatMap((one) => ['--project', one]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/run/besideReporter.ts',
      `--outputFile.json=${told}`,
    ],
    { extra: { ...extra, FURROW_BESIDE: beside }, asked: true, aside },
  )
  return {
    ok,
    told: existsSync(told) ? JSON.parse(readFileSync(told, 'utf8')) : null,
    beside: existsSync(beside) ? readFileSync(beside, 'utf8').trim().split('\n') : [],
  }
}

/** The tests of a report that failed; a file that failed outside of its tests is one. */
const failedIn = (told) =>
  (told?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((one) => one.status === 'failed')
    const wrong = tests.length > 0 || status !== 'failed' ? tests : [{ fullName: 'outside of its tests', failureMessages: [message ?? ''] }]
    return wrong.map(({ fullName, failureMessages = [] }) => ({
      file,
      line: `${file}: ${fullName}: ${(failureMessages[0] ?? '').split('\n')[0].slice(0, 300)}`,
    }))
  })

/** Runs a step of tests, and counts what came of it. */
export async function vitest(title, projects, given = {}) {
  const run = await runOnce(title, projects, given)
  if (!run.told) {
    outcome.broken.push(`${title} (no report)`)
    return
  }
  for (const { name, startTime, endTime } of run.told.testResults)
    outcome.files.push({ file: relative(root, name), seconds: (endTime - startTime) / 1000 })
  outcome.passed += run.told.numPassedTests
  outcome.failed += run.told.numFailedTests
  if (run.ok) return

  const failed = failedIn(run.told)
  // An error that nobody caught is that of the file that ran, whose tests may all have passed.
  const besides = run.beside.map((line) => ({ file: line.split(': ')[0], line })).filter(({ file }) => existsSync(join(root, file)))
  const wrong = [...failed, ...besides.filter(({ file }) => failed.every((one) => one.file !== file))]
  const files = [...new Set(wrong.map(({ file }) => file))]
  // What went wrong outside of every file is nobody's: nothing says which file to run again.
  const isOfFile = (line) => files.some((file) => line.startsWith(`${file}: `))
  const mayRace = run.beside.every(isOfFile) && files.length > 0 && files.length <= MOST_AGAIN
  const second = mayRace ? await runOnce(title, projects, { ...given, files, without: [], again: true }) : run
  if (second.ok) {
    outcome.flaky.push(...wrong.map(({ line }) => line))
    outcome.passed += run.told.numFailedTests
    outcome.failed -= run.told.numFailedTests
    return
  }
  outcome.broken.push(title)
  outcome.failures.push(...wrong.map(({ line }) => line))
  outcome.beside.push(...run.beside.map((what) => `${title}: ${what}`))
}
