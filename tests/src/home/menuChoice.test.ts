import { describe, expect, test } from 'vitest'
import type { WorkBench } from '#contract/home/workBench'
import type { MenuNode } from '#contract/home/subModule'
import { chosenOf, entrancesOf, pagesUnder, toggled } from '#src/screens/home/menuChoice.ts'

const page = (route: string): MenuNode => ({ id: route, name: `Page ${route}`, route, subMenus: [] })
const group: MenuNode = { id: 'farm/base', name: 'Base', route: '', subMenus: [page('/a'), page('/b')] }
const tree: MenuNode[] = [
  { id: 'farm', name: 'Farm', route: '', subMenus: [group, { id: 'farm/none', name: 'None', route: '', subMenus: [] }] },
  page('/c'),
]
const saved = (...paths: string[]): WorkBench[] =>
  paths.map((path, sort) => ({ workBenchName: 'old', menuId: path, workBenchIcon: path, workBenchRoute: path, sort }))

describe('the tree of entrances', () => {
  test('a node stands for its pages, an empty group for none', () => {
    expect(tree.flatMap(pagesUnder).map(({ route }) => route)).toEqual(['/a', '/b', '/c'])
  })
  test('a group is chosen whole, in part or not at all', () => {
    expect(chosenOf(group, new Set())).toBe('none')
    expect(chosenOf(group, new Set(['/a']))).toBe('some')
    expect(chosenOf(group, new Set(['/a', '/b', '/c']))).toBe('all')
  })
  test('a click on a group takes what is missing, a second one lets all of it go', () => {
    const some = new Set(['/b', '/c'])
    const all = toggled(group, some)
    expect([...all].toSorted()).toEqual(['/a', '/b', '/c'])
    expect([...toggled(group, all)]).toEqual(['/c'])
    expect([...some]).toEqual(['/b', '/c'])
  })
  test('what was chosen before keeps its place, new ones follow, what is gone is left out', () => {
    const kept = entrancesOf(tree, new Set(['/a', '/b', '/c', '/gone']), saved('/c', '/gone', '/a'))
    expect(kept.map(({ workBenchRoute, sort, workBenchName }) => [workBenchRoute, sort, workBenchName])).toEqual([
      ['/c', 0, 'Page /c'],
      ['/a', 1, 'Page /a'],
      ['/b', 2, 'Page /b'],
    ])
  })
})
