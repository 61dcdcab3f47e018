import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter } from 'vitest/node'

const oneLine = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 900)

/**
 * Writes what a count of tests does not show, a line each: to the file of `FURROW_FLAKY` the full name of a test that passed at its second
 * try only, and why not at its first, to that of `FURROW_BESIDE` what went wrong outside of any test (a hook, a module that did not load, an error nobody caught).
 */
export default class implements Reporter {
  onTestCaseResult(test: Parameters<NonNullable<Reporter['onTestCaseResult']>>[0]) {
    const file = process.env.FURROW_FLAKY
    if (!file || !test.diagnostic()?.flaky) return
    const why = test.result().errors?.[0]
    const said = [why?.message, why?.diff].filter(Boolean).join(' | ')
    appendFileSync(file, `${oneLine(`${test.module.moduleId.split('/').slice(-2).join('/')}: ${test.fullName} (${said})`)}\n`)
  }

  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env.FURROW_BESIDE
    if (!file) return
    const ofModules = modules.flatMap((module) =>
      [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
        (error) => `${module.relativeModuleId}: ${error.message}`,
      ),
    )
    const ofNobody = unhandled.map((error) => `unhandled: ${error.stack ?? error.message}`)
    for (const line of [...ofModules, ...ofNobody]) appendFileSync(file, `${oneLine(line)}\n`)
  }
}
