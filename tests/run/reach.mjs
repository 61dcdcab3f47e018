// What has to be run again where some files were changed, for `npm run check -- --changed`. Imports say most of it; what is reached otherwise
// is said here, and in doubt all is run.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.mjs'

/** What any test may hang on without an import. */
const EVERYTHING = [
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|start\.mjs|test\.mjs|\.oxlintrc\.json|knip\.json)$/,
  /^tests\/(run\/|patience\.ts|encryptPassword\.ts)/,
  /^tests\/src\/(window|perFile|patience)\.ts$/,
  /^tests\/server\/(cluster|perFile|harness|arrange)\.ts$/,
  /^shared\//,
]

/** By what was changed: the tests that hang on it though they do not import it. */
const REACHED = [
  // Every database of a test holds the whole schema, and what each migration does.
  [/\/migrations\/|^server\/ground\/database\//, ['tests/server', 'tests/start']],
  // Found by a pattern of file names.
  [/\/(cases|bases|tables|jsonColumns)\.ts$/, ['tests/server']],
  [
    /(^|\/)(areas|contents|screens|routes|resources|calls|entries|topics)\.tsx?$/,
    ['tests/server', 'tests/src', 'tests/contract', 'tests/house'],
  ],
  // Read as files: words, and pages of help.
  [/^locales\//, ['tests/house', 'tests/contract', 'tests/src', 'tests/server']],
  // Run as processes of their own.
  [/^(server|simulator|demo|contract)\//, ['tests/start', 'tests/server/faults', 'tests/server/http/process.test.ts']],
  [/^(demo|simulator)\//, ['tests/demo', 'tests/simulator', 'tests/server/demo']],
  [/^docs\//, ['tests/house', 'tests/contract', 'tests/server/broker']],
  [/\.(html|css|svg|png|json|tsv|py|xlsx)$/, ['tests']],
]
/** They read the tree itself. */
const ALWAYS = ['tests/house']

/** The files that differ from a commit, new ones too. */
function changedSince(revision) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return [...new Set([...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')])]
}

/**
 * What is to be run for the files that differ from a commit: `null` for all, else the changed sources, from which vitest follows the imports,
 * and the places of tests that are run whole.
 */
export function reachOf(revision) {
  const changed = changedSince(revision)
  if (changed.some((file) => EVERYTHING.some((one) => one.test(file)))) return null
  const places = REACHED.flatMap(([what, tests]) => (changed.some((file) => what.test(file)) ? tests : []))
  return {
    sources: changed.filter((file) => /\.(ts|tsx|mts|json)$/.test(file) && existsSync(join(root, file))),
    places: [...new Set([...ALWAYS, ...places])],
  }
}
