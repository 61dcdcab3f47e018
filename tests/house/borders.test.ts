import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Try {
  readonly file: string
  readonly code: string
  /** Words of the reason, where another rule would refuse it for a worse one. */
  readonly says?: string
}
/** A file beside the real ones, and what it says that the plan forbids. */
const breaches: Readonly<Record<string, Try>> = {
  'a shallow relative path': { file: 'src/api/a.ts', code: `export { x } from '../../server/ground/http/calls'` },
  'a deep relative path': { file: 'src/screens/map/parts/deep/b.ts', code: `import '../../../../../server/ground/http/calls.ts'` },
  'a relative path with a detour': { file: 'src/api/c.ts', code: `import './x/../../../server/ground/http/calls.ts'` },
  'a relative path that an alias would be right for': {
    file: 'src/api/d.ts',
    code: `import '../../contract/calls.ts'`,
    says: "'#contract/calls', not '../../contract/calls.ts'",
  },
  'a package import of a room': { file: 'src/api/e.ts', code: `import '#server/ground/http/calls'` },
  'a package import with a detour': { file: 'src/api/f.ts', code: `import '#src/../server/ground/http/calls.ts'` },
  'a package of another room': { file: 'server/ground/http/a.ts', code: `import { useState } from 'react'\nexport const x = useState` },
  "a package's path": { file: 'server/ground/http/b.ts', code: `import '@mui/material/Button'` },
  'a package that nobody may use': { file: 'src/api/g.ts', code: `import 'vitest'` },
  'a package in node_modules by its path': {
    file: 'server/ground/http/c.ts',
    code: `import '../../../node_modules/react/index.js'`,
    says: 'does not use react',
  },
  'what Node brings, in the console': {
    file: 'src/api/h.ts',
    code: `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
  },
  'what Node brings, without its prefix': {
    file: 'contract/a.ts',
    code: `import { readFileSync } from 'fs'\nexport const x = readFileSync`,
  },
  'a type alone': { file: 'src/api/i.ts', code: `import type { X } from '#server/ground/http/calls'\nexport type Y = X` },
  'a type inside a type': { file: 'src/api/j.ts', code: `export type Y = import('#server/ground/http/calls').X` },
  'the type of a module': { file: 'src/api/k.ts', code: `export type Y = typeof import('../../server/ground/http/calls')` },
  'export from': { file: 'src/api/l.ts', code: `export * from '#server/ground/http/calls'` },
  'export as from': { file: 'src/api/m.ts', code: `export * as x from '#server/ground/http/calls'` },
  'a late import': { file: 'src/api/n.ts', code: `export const x = () => import('#server/ground/http/calls')` },
  'a late import in a template': { file: 'src/api/o.ts', code: 'export const x = () => import(`../../server/ground/http/calls`)' },
  'a late import of what only a run knows': {
    file: 'src/api/p.ts',
    code: 'export const x = (y: string) => import(`../../${y}`)',
    says: 'only a run knows',
  },
  require: { file: 'server/ground/http/d.ts', code: `export const x = require('../../../src/api/call')` },
  'require.resolve': { file: 'server/ground/http/h.ts', code: `export const x = require.resolve('../../../src/api/call')` },
  'import equals': { file: 'server/ground/http/e.ts', code: `import x = require('#src/api/call')\nexport { x }` },
  resolve: { file: 'server/ground/http/f.ts', code: `export const x = import.meta.resolve('../../../src/api/call')` },
  'vi.mock': { file: 'src/api/q.ts', code: `vi.mock('#server/ground/http/calls', () => ({}))` },
  'vi.mock of an import': { file: 'src/api/r.ts', code: `vi.mock(import('#server/ground/http/calls'))` },
  'a worker': { file: 'src/api/s.ts', code: `export const x = new URL('../../server/ground/http/calls.ts', import.meta.url)` },
  'a glob': { file: 'src/api/t.ts', code: `export const x = import.meta.glob(['./*.ts', '../../server/**/*.ts'])` },
  'an address on the disk': { file: 'src/api/u.ts', code: `import '/etc/calls.ts'` },
  'an address of the web': { file: 'src/api/v.ts', code: `import 'https://example.org/x.js'` },
  'a file beside the rooms': { file: 'src/api/w.ts', code: `import '../../start.mjs'` },
  'an alias that is none': { file: 'src/api/x.ts', code: `import '#nowhere/x'` },
  'contract -> a room': { file: 'contract/b.ts', code: `import '#machines/session/login'` },
  'contract -> a package': { file: 'contract/c.ts', code: `import 'rxjs'` },
  'locales -> a room': { file: 'locales/a.ts', code: `import '#contract/calls'` },
  'streams -> React': { file: 'streams/a.ts', code: `import 'react'` },
  'streams -> mqtt in a second file': { file: 'streams/b.ts', code: `import 'mqtt'` },
  'machines -> streams': { file: 'machines/a.ts', code: `import '#streams/live'` },
  'demo -> server': { file: 'demo/a.ts', code: `import '#server/ground/words'` },
  'simulator -> server': { file: 'simulator/a.ts', code: `import '#server/ground/words'` },
  'server -> src': { file: 'server/devices/a.ts', code: `import '#src/ui/toast.ts'` },
  'server -> tests': { file: 'server/devices/b.ts', code: `import '#tests/patience'` },
  'src -> simulator': { file: 'src/map/a.ts', code: `import '#simulator/farm'` },
  'src -> tests by a path': { file: 'src/map/b.ts', code: `import '../../tests/patience.ts'` },
  'src/crud -> src/screens': { file: 'src/crud/a.ts', code: `import '../screens/map/FarmMap.tsx'`, says: 'stands above src/crud' },
  'src/frame -> src/screens': { file: 'src/frame/menu/a.ts', code: `import '#src/screens/map/FarmMap.tsx'` },
  'src/devices -> src/screens': { file: 'src/devices/a.ts', code: `export const x = () => import('#src/screens/map/FarmMap.tsx')` },
  'src/devices -> src/crud': { file: 'src/devices/b.ts', code: `import '#src/crud/useRecords.ts'` },
  'src/ui -> src/session': { file: 'src/ui/a.ts', code: `import '../session/session.ts'` },
  'src/ui -> contract': { file: 'src/ui/b.ts', code: `import type { X } from '#contract/calls'\nexport type Y = X` },
  'src/screens -> rxjs': { file: 'src/screens/map/a.ts', code: `import 'rxjs'` },
  "a screen -> another area's": { file: 'src/screens/map/c.ts', code: `import '../home/HomePage.tsx'` },
  "a deep screen -> another area's": { file: 'src/screens/home/landing/a.ts', code: `import '#src/screens/map/FarmMap.tsx'` },
  'src/api -> the top': { file: 'src/api/y.ts', code: `import '../routes.tsx'` },
  'a place without a floor': { file: 'src/cellar/a.ts', code: `import '#src/ui/toast.ts'`, says: 'no floor yet' },
  'server/ground/database -> server/ground/http': { file: 'server/ground/database/a.ts', code: `import '../http/calls.ts'` },
  'the ground -> an area': {
    file: 'server/ground/broker/a.ts',
    code: `import type { X } from '#server/devices/switches'\nexport type Y = X`,
  },
  'the ground -> an area beside it': { file: 'server/ground/http/g.ts', code: `import '../../session/gate.ts'` },
  'a deep folder -> above': { file: 'server/ground/database/migrations/a.ts', code: `import '../../http/calls.ts'` },
  'a place of the ground without a floor': { file: 'server/ground/cellar/a.ts', code: `import '../words.ts'`, says: 'no floor yet' },
  'an area -> the table of all': { file: 'server/farm/a.ts', code: `import '../areas.ts'` },
  'an area -> another area': { file: 'server/farm/b.ts', code: `import '../session/gate.ts'`, says: 'stands beside server/farm' },
  'a new area -> another area': { file: 'server/alarms/a.ts', code: `import '../farm/land.ts'` },
  'server -> the demo farm outside of its seed': { file: 'server/devices/c.ts', code: `import '#demo/farm'` },
  'an area -> the database itself': { file: 'server/farm/c.ts', code: `import 'pg'` },
}

const lawful: Readonly<Record<string, Try>> = {
  'a room by its alias': { file: 'src/api/lawful.ts', code: `import '#contract/calls'` },
  'its own room by path and by alias': {
    file: 'src/crud/lawful.ts',
    code: `import '../ui/toast.ts'\nimport '#src/api/call.ts'\nimport './a.ts'`,
  },
  "a package's path of its own": {
    file: 'src/ui/lawful.tsx',
    code: `import '@mui/material/Button'\nimport { x } from 'react'\nexport { x }`,
  },
  'words by a glob': {
    file: 'src/i18n/lawful.ts',
    code: `export const x = import.meta.glob(['../../locales/zh-CN/*.json', '!**/help.json'])`,
  },
  'a screen and what stands below': {
    file: 'src/screens/map/lawful.ts',
    code: `import '#src/map/mapStage.ts'\nimport './parts/x.ts'\nimport '../map/y.ts'`,
  },
  'a new area and what stands below': {
    file: 'server/alarms/lawful.ts',
    code: `import '../devices/switches.ts'\nimport '#server/ground/database/scope'\nimport '#contract/calls'`,
  },
  'the seed and the demo farm': { file: 'server/demo/lawful.ts', code: `import '#demo/farm'\nimport 'pg'\nimport 'node:fs'` },
  'a folder outside of the rooms': {
    file: 'server/ground/http/lawful.ts',
    code: `export const x = new URL('../../../dist', import.meta.url)\nexport const y = new URL('own', import.meta.url)\nexport const z = new URL('..', import.meta.url)`,
  },
  'a test and anything': {
    file: 'tests/lawful.ts',
    code: `import '#server/ground/http/calls'\nimport '../src/api/call.ts'\nimport 'vitest'\nexport const x = (y: string) => import(y)`,
  },
}

/** Two files that name each other, in each way that ties them. */
const circles: Readonly<Record<string, readonly [there: string, back: string]>> = {
  'by paths': [`import { b } from './b.ts'\nexport const a = () => b`, `import { a } from './a.ts'\nexport const b = () => a`],
  'by an alias': [`import { b } from './b.ts'\nexport const a = () => b`, `import { a } from '#server/FOLDER/a'\nexport const b = () => a`],
  'by types': [`import type { B } from './b.ts'\nexport type A = B[]`, `import type { A } from './a.ts'\nexport type B = A[]`],
  'by export from': [`export { b } from './b.ts'\nexport const a = 1`, `export { a } from './a.ts'\nexport const b = 1`],
}

let house: string
let said: readonly { readonly file: string; readonly code: string; readonly message: string }[]

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'furrow-house-'))
  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), `${code}\n`)
  }
  for (const file of ['package.json', 'tsconfig.json', '.oxlintrc.json']) cpSync(file, join(house, file))
  for (const file of ['bordersPlugin.ts', 'borders.ts', 'floorPlan.ts']) cpSync(`tests/house/${file}`, join(house, 'tests/house', file))
  for (const { file, code } of [...Object.values(breaches), ...Object.values(lawful)]) write(file, code)
  Object.values(circles).forEach(([there, back], at) => {
    write(`server/circle${at}/a.ts`, there)
    write(`server/circle${at}/b.ts`, back.replace('FOLDER', `circle${at}`))
  })
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['-f', 'json', '.'], { cwd: house, encoding: 'utf8' })
  said = (JSON.parse(stdout) as { diagnostics: { filename: string; code: string; message: string }[] }).diagnostics.map(
    ({ filename, code, message }) => ({ file: filename, code, message }),
  )
}, 60_000)
afterAll(() => rmSync(house, { recursive: true, force: true }))

const saidOf = (file: string, rule: string) => said.filter((one) => one.file === file && one.code === rule).map(({ message }) => message)

test.each(Object.entries(breaches))('the lint refuses %s', (_, { file, says = '' }) => {
  expect(saidOf(file, 'house(borders)')).toEqual([expect.stringContaining(says)])
})

test.each(Object.entries(lawful))('the lint lets pass %s', (_, { file }) => {
  expect(saidOf(file, 'house(borders)')).toEqual([])
})

test.each(Object.keys(circles).map((name, at) => [name, at] as const))('the lint refuses a circle of two files %s', (_, at) => {
  expect(saidOf(`server/circle${at}/a.ts`, 'import(no-cycle)')).toHaveLength(1)
})
