import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The areas that are held, in the order of the ledger, with the number of rules that the documents give each. */
const AREAS = {
  I18N: 5,
  BOOT: 6,
  LOGIN: 16,
  REGISTER: 11,
  SESSION: 8,
  ACCOUNT: 5,
  ERRORS: 15,
  EMPTY: 5,
  PERMISSIONS: 27,
  TENANT: 6,
  NOVICE: 6,
  HOME: 13,
  FRAME: 20,
  PAGINATION: 5,
  AREA: 6,
  TABS: 9,
  THEME: 12,
  NOTICES: 11,
  APPROVALS: 15,
  UPLOAD: 10,
  LAND: 7,
  MAP: 18,
  COLLECT: 7,
  AERATOR: 7,
  SWITCH: 4,
  WEATHER: 4,
  PEST: 5,
  SOIL: 5,
  'DEVICE-LIMITS': 7,
  CAMERA: 14,
  'CAMERA-ADMIN': 8,
  FLOW: 3,
  'VR-EDITOR': 14,
  'VR-SCENE': 10,
  HOTSPOT: 17,
  'VR-PREVIEW': 10,
  ORG: 3,
  TASK: 4,
  TEXT: 1,
  'SEED-PAGE': 4,
  NEWS: 6,
  INVENTORY: 8,
}
const areas = Object.keys(AREAS)

/** One line a proof: the rule, the test's file, words of its title. */
const ledger = readFileSync('tests/house/rules.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [rule = '', file = '', title = '', ...more] = line.split('\t')
    const [, area = '', number = ''] = /^(.+)-(\d+)$/.exec(rule) ?? []
    return { line, rule, file, title, more, area, number: Number(number) }
  })

describe('the ledger of rules', () => {
  test('names for every rule of a held area the test that would fail without it', () => {
    const every = Object.entries(AREAS).flatMap(([area, count]) =>
      Array.from({ length: count }, (_, at) => `${area}-${String(at + 1).padStart(2, '0')}`),
    )
    const named = new Set(ledger.map(({ rule }) => rule))
    expect(every.filter((rule) => !named.has(rule))).toEqual([])
    expect([...named].filter((rule) => !every.includes(rule))).toEqual([])
  })

  test('names tests that are there', () => {
    const texts = new Map<string, string>()
    const textOf = (file: string) => {
      if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : '')
      return texts.get(file)!
    }
    expect(
      ledger
        .filter(({ file, title, more }) => more.length > 0 || !title || (file !== '-' && !textOf(file).includes(title)))
        .map(({ line }) => line),
    ).toEqual([])
  })

  test('stands in the order of its areas and numbers', () => {
    const order = ledger.map(({ area, number }) => areas.indexOf(area) * 100 + number)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })
})
