import { appendFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes what a count of tests does not show, a line each: to the file of `FURROW_FLAKY` the full name of a test that passed at its second
 * try only, to that of `FURROW_BESIDE` what went wrong outside of any test (a hook, a module that did not load, an error nobody caught).
 */
export default class implements Reporter {
  onTestCaseResult(test: Parameters<NonNullable<Reporter['onTestCaseResult']>>[0]) {
    const file = process.env.FURROW_FLAKY
    if (file && test.diagnostic()?.flaky) appendFileSync(file, `${test.module.moduleId.split('/').slice(-2).join('/')}: ${test.fullName}\n`)
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
    for (const line of [...ofModules, ...ofNobody]) appendFileSync(file, `${line.replaceAll('\n', ' | ').slice(0, 600)}\n`)
  }
}
