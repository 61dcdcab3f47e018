import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const lint = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}
const FREE = ['tests', 'e2e', 'bench']

/** The README's floor plan: room -> the rooms it may import. */
const plan = Object.fromEntries(
  [...readme.matchAll(/^\| (\w+) \| ([\w, ]+) \| .* \|$/gm)]
    .filter(([, room]) => readme.indexOf(`| ${room} |`) > readme.indexOf('## Floor plan') && room !== 'room')
    .map(([, room, imports]) => [room!, imports === 'nothing' ? [] : imports!.split(', ')]),
)

/** The lint's table: room -> the rooms that its allow-list names. */
const borders = Object.fromEntries(
  lint.overrides
    .filter(({ files }) => files.length === 1 && /^\w+\/\*\*$/.test(files[0]!))
    .flatMap(({ files, rules }) => {
      const rule = rules['no-restricted-imports'] as [string, { patterns: { group: string[] }[] }] | undefined
      if (!rule) return []
      const room = files[0]!.split('/')[0]!
      const allowed = rule[1].patterns[0]!.group.flatMap((one) => /^!#(\w+)\/\*\*$/.exec(one)?.[1] ?? []).filter((one) => one !== room)
      return [[room, allowed] as const]
    }),
)

describe('the house', () => {
  test('has the borders that the README draws', () => {
    expect(Object.keys(plan).length).toBeGreaterThan(6)
    for (const [room, allowed] of Object.entries(plan)) expect([room, borders[room]?.toSorted()]).toEqual([room, allowed.toSorted()])
    expect(Object.keys(borders).toSorted()).toEqual(Object.keys(plan).toSorted())
  })

  test('has no room that the README does not know', () => {
    const rooms = readdirSync('.').filter((name) => statSync(name).isDirectory() && !name.startsWith('.') && !['node_modules', 'dist', 'docs', 'public', 'test-results'].includes(name))
    expect(rooms.filter((room) => !(room in plan) && !FREE.includes(room))).toEqual([])
  })

  test('has no file named after nothing', () => {
    const nameless = /^(utils?|helpers?|misc|common|types|constants|index)\.(ts|tsx|mjs)$/
    const walk = (place: string): string[] =>
      readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? walk(`${place}/${entry.name}`) : nameless.test(entry.name) ? [`${place}/${entry.name}`] : [],
      )
    expect([...Object.keys(plan), ...FREE].filter((room) => statSync(room, { throwIfNoEntry: false })).flatMap(walk)).toEqual([])
  })
})
