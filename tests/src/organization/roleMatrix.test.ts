import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { declaredCodes, roleMatrix, verbOf } from '#contract/organization/roleMatrix'
import { routes } from '#contract/routes'
import { CONTROL } from '#contract/devices/switch'
import en from '#locales/en-US/organization' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import { codesOfRow, countChanges, differences, grouped, holds, patternOf, toggled, writtenOut } from '#src/rights/matrix.ts'

const WORKER = 'wfpf.farm.farm.worker'
const row = roleMatrix.find(({ code }) => code === WORKER)!

describe('the matrix of rights', () => {
  test('has every code that a page or a call asks for, each in one place', () => {
    const inMatrix = roleMatrix.flatMap(codesOfRow)
    expect(inMatrix.toSorted()).toEqual(declaredCodes.toSorted())
    const asked = [...routes.map(({ permission }) => permission), ...calls.flatMap(({ permission }) => [permission].flat())]
    expect(new Set(inMatrix)).toEqual(new Set(asked.filter((code) => code.startsWith('wfpf.'))))
  })

  test('follows the menus: pages of a menu in its order, what stands in none last in its module', () => {
    const menu = routes
      .filter(({ group, permission }) => group !== null && permission.startsWith('wfpf.'))
      .map(({ permission }) => permission)
    const mine = roleMatrix.filter(({ code, group }) => group !== null && menu.includes(code as never)).map(({ code }) => code)
    // Stores stand in two menus; here they are where their code belongs.
    const shared = menu.filter((code, at) => menu.indexOf(code) !== at)
    expect(mine.filter((code) => !shared.includes(code as never))).toEqual(menu.filter((code) => !shared.includes(code)))
    for (const { rows } of grouped(roleMatrix).filter(({ group }) => group === null))
      expect(rows.every(({ group }) => group === null)).toBe(true)
    const heads = grouped(roleMatrix).map(({ module, group }) => `${module} ${group}`)
    expect(new Set(heads).size).toBe(heads.length)
  })

  test('puts each verb under its column, however the documents call it', () => {
    expect(row.buttons).toEqual({
      create: `${WORKER}.ps.create`,
      edit: `${WORKER}.ps.edit`,
      delete: `${WORKER}.ps.delete`,
      export: `${WORKER}.ps.export`,
    })
    expect(roleMatrix.find(({ buttons }) => buttons.control === CONTROL)?.code).toBe('wfpf.farm.equipment.gateway')
    expect(roleMatrix.find(({ code }) => code.endsWith('.lora-gateway'))?.buttons.create).toMatch(/addNode$/)
  })

  test.each([['zh-CN', zh] as const, ['en-US', en] as const])(
    'has words for every other verb and every page without a menu (%s)',
    (_, words) => {
      for (const { others } of roleMatrix) for (const code of others) expect(Object.keys(words.role.verb)).toContain(verbOf(code))
      for (const { title } of roleMatrix)
        if (title.startsWith('organization:role.more.')) expect(Object.keys(words.role.more)).toContain(title.split('.').at(-1))
    },
  )
})

describe('ticking', () => {
  test('a button brings its page, and a page that goes takes its buttons', () => {
    const withButton = toggled([], row, `${WORKER}.ps.edit`)
    expect(withButton).toEqual([WORKER, `${WORKER}.ps.edit`])
    expect(toggled(withButton, row, `${WORKER}.ps.edit`)).toEqual([WORKER])
    expect(toggled(withButton, row, WORKER)).toEqual([])
  })

  test('what a pattern lends is known, and can be written out', () => {
    const held = ['wfpf.farm.farm.worker*']
    expect(holds(held, `${WORKER}.ps.edit`)).toBe(true)
    expect(patternOf(held, `${WORKER}.ps.edit`)).toBe(held[0])
    expect(patternOf([WORKER], WORKER)).toBeUndefined()
    expect(toggled(['wfpf.farm.farm.worker*'], row, `${WORKER}.ps.edit`)).toEqual(['wfpf.farm.farm.worker*', `${WORKER}.ps.edit`])
    expect(writtenOut(held, held[0]!, roleMatrix).toSorted()).toEqual(codesOfRow(row).toSorted())
    expect(countChanges(held, writtenOut(held, held[0]!, roleMatrix))).toBe(6)
  })

  test('two roles are compared by what they lend, however they say it', () => {
    expect(differences(roleMatrix, ['wfpf.farm.farm.worker*'], codesOfRow(row))).toEqual([])
    expect(
      differences(roleMatrix, [WORKER], ['wfpf.farm.farm.map', `${WORKER}.ps.edit`]).map(({ mine, theirs }) => [mine, theirs]),
    ).toEqual([
      [[], ['wfpf.farm.farm.map']],
      [[WORKER], [`${WORKER}.ps.edit`]],
    ])
  })
})
