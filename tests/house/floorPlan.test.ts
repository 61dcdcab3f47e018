import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placeOf } from './borders.ts'
import { floorPlan, FREE_ROOMS } from './floorPlan.ts'

const readme = readFileSync('README.md', 'utf8')
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>

/** The README's table: room -> the rooms it may import. */
const drawn = Object.fromEntries(
  [...readme.matchAll(/^\| ([\w, ]+) \| ([\w, ]+) \| .* \|$/gm)]
    .filter(({ index }) => index > readme.indexOf('## Floor plan'))
    .filter(([, room]) => room !== 'room')
    .map(([, room, imports]) => [room!, imports === 'nothing' ? [] : imports!.split(', ')]),
)

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) != null

describe('the house', () => {
  test('has the borders that the README draws', () => {
    expect(drawn).toEqual({
      ...Object.fromEntries(Object.entries(floorPlan).map(([name, { rooms }]) => [name, Object.keys(rooms)])),
      [FREE_ROOMS.join(', ')]: ['anything'],
    })
  })

  test('has no room that the plan does not know', () => {
    const rooms = readdirSync('.').filter(
      (name) =>
        statSync(name).isDirectory() && !name.startsWith('.') && !['node_modules', 'dist', 'docs', 'public', 'test-results'].includes(name),
    )
    expect(rooms.filter((room) => !(room in floorPlan) && !FREE_ROOMS.includes(room))).toEqual([])
  })

  const withFloors = Object.entries(floorPlan).filter(([, { floors }]) => floors)
  test.each(withFloors)('gives every place of %s a floor', (name, room) => {
    const places = readdirSync(name).flatMap((one) =>
      ['screens', 'ground'].includes(one) ? readdirSync(`${name}/${one}`).map((place) => `${one}/${place}`) : [one],
    )
    expect(places.filter((place) => placeOf(room, `${name}/${place}`).floor < 0)).toEqual([])
  })

  test.each(Object.entries(floorPlan))(
    'names no place, room or package that %s does not have',
    (name, { floors = [], rooms, libraries }) => {
      const wheres = [...Object.values(rooms), ...Object.values(libraries)]
      const places = [
        ...floors.flat(),
        ...wheres.flatMap((where) => (where === 'anywhere' ? [] : 'only' in where ? where.only : where.but)),
      ].filter((place) => place !== '*')
      expect(
        places.filter((place) => {
          const path = `${name}/${place.replace('/*', '')}`
          return !isThere(path) && !isThere(`${path}.ts`) && !isThere(`${path}.tsx`)
        }),
      ).toEqual([])
      expect(Object.keys(rooms).filter((room) => !(room in floorPlan))).toEqual([])
      expect(
        Object.keys(libraries).filter((library) => library !== 'node' && !dependencies![library] && !devDependencies![library]),
      ).toEqual([])
      expect(new Set(floors.flat()).size).toBe(floors.flat().length)
    },
  )

  test('has no file named after nothing', () => {
    const nameless = /^(utils?|helpers?|misc|common|types|constants|index)\.(ts|tsx|mjs)$/
    const walk = (place: string): string[] =>
      readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? walk(`${place}/${entry.name}`) : nameless.test(entry.name) ? [`${place}/${entry.name}`] : [],
      )
    expect([...Object.keys(floorPlan), ...FREE_ROOMS].flatMap(walk)).toEqual([])
  })
})
