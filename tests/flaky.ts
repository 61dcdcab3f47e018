import { appendFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes the full name of each test that passed at its second try only, one a line, to the file that `FURROW_FLAKY` names. */
export default class implements Reporter {
  onTestCaseResult(test: Parameters<NonNullable<Reporter['onTestCaseResult']>>[0]) {
    const file = process.env.FURROW_FLAKY
    if (file && test.diagnostic()?.flaky) appendFileSync(file, `${test.module.moduleId.split('/').slice(-2).join('/')}: ${test.fullName}\n`)
  }
}
