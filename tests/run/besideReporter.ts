import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter } from 'vitest/node'

const oneLine = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, 900)

/**
 * Writes to the file of `FURROW_BESIDE`, a line each, what no count of tests shows: what went wrong outside of any test (a hook, a module
 * that did not load, an error nobody caught).
 */
export default class implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env.FURROW_BESIDE
    if (!file) return
    const ofModules = modules.flatMap((module) =>
      [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
        (error) => `${module.relativeModuleId}: ${error.message}`,
      ),
    )
    const ofNobody = unhandled.map((error) => {
      const { VITEST_TEST_PATH: path } = error as { VITEST_TEST_PATH?: string }
      return `${path === undefined ? 'unhandled' : relative(process.cwd(), path)}: ${error.stack ?? error.message}`
    })
    for (const line of [...ofModules, ...ofNobody]) appendFileSync(file, `${oneLine(line)}\n`)
  }
}
