import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Room, Where } from './floorPlan.ts'

/** How a file names another: as a module, by a pattern or address that is not loaded as one, or by a path that only a run knows. */
export type Naming = 'module' | 'address' | 'unknown'

export interface House {
  readonly plan: Readonly<Record<string, Room>>
  readonly freeRooms: readonly string[]
  /** package.json's `imports`: `#room/*` -> `./room/*.ts`. */
  readonly aliases: Readonly<Record<string, string>>
}

type Target = { readonly path: string; readonly byAlias: boolean } | { readonly library: string } | null

/** Where a specifier leads, seen from a file; both paths count from the root of the house. Null where it leads out of it. */
function targetOf({ aliases }: House, file: string, specifier: string): Target {
  const bare = specifier.replace(/[?].*$/, '')
  if (bare.startsWith('#')) {
    for (const [alias, to] of Object.entries(aliases)) {
      const [before = '', after = ''] = alias.split('*')
      if (alias.includes('*') ? bare.startsWith(before) && bare.endsWith(after) && bare.length > before.length : bare === alias)
        return inHouse(to.replace('*', bare.slice(before.length, bare.length - after.length)), true)
    }
    return null
  }
  if (/^\.{1,2}(\/|$)/.test(bare)) return inHouse(posix.join(posix.dirname(file), bare), false)
  if (bare.startsWith('/') || (/^\w+:/.test(bare) && !bare.startsWith('node:'))) return null
  if (isBuiltin(bare)) return { library: 'node' }
  return { library: libraryOf(bare) }
}

/** A package's name without its paths: `@mui/material/Button` is `@mui/material`. */
const libraryOf = (bare: string) => bare.split('/', bare.startsWith('@') ? 2 : 1).join('/')

function inHouse(path: string, byAlias: boolean): Target {
  const straight = posix.normalize(path)
  if (straight.startsWith('../') || straight === '..') return null
  if (straight.startsWith('node_modules/')) return { library: libraryOf(straight.slice('node_modules/'.length)) }
  return { path: straight, byAlias }
}

/** The place of a path in its room, and its floor counted from the ground; floor -1 where the plan names none. */
export function placeOf(room: Room, path: string): { place: string; floor: number } {
  const [, ...rest] = path.replace(/\.\w+$/, '').split('/')
  const names = (name: string): string | null => {
    const wanted = name.split('/')
    if (wanted.length > rest.length) return null
    return wanted.every((one, at) => one === '*' || one === rest[at]) ? rest.slice(0, wanted.length).join('/') : null
  }
  const floors = room.floors ?? []
  // What is named goes before the star, which takes in no folder whose own folders are named.
  const isParted = floors.flat().some((name) => name.startsWith(`${rest[0]}/`) && !name.endsWith('*'))
  for (const starred of isParted ? [false] : [false, true])
    for (const [floor, places] of floors.entries())
      for (const name of places) {
        const place = (name === '*') === starred ? names(name) : null
        if (place != null) return { place, floor }
      }
  return { place: rest[0] ?? '', floor: -1 }
}

const isAmong = (where: Where | undefined, place: string): boolean =>
  where != null && (where === 'anywhere' || ('only' in where ? covers(where.only, place) : !covers(where.but, place)))
const covers = (names: readonly string[], place: string) =>
  names.some((name) => name === place || (name.endsWith('/*') && place.startsWith(name.slice(0, -1))))

/** Why a file may not name another so; null where it may. `file` counts from the root of the house. */
export function breach(house: House, file: string, specifier: string, naming: Naming = 'module'): string | null {
  const own = file.split('/')[0]!
  const room = house.plan[own]
  if (!room || !file.includes('/')) return null
  if (naming === 'unknown') return `${own} imports by a path that only a run knows: no border can see where it leads.`
  // An address without dots begins beside the file, too.
  const isBare = naming === 'address' && !/^[.#/]|^\w+:/.test(specifier)
  const target = targetOf(house, file, isBare ? `./${specifier}` : specifier)
  // What is no module may lie outside of the rooms: built pages, a folder of files.
  if (target == null) return naming === 'address' ? null : `'${specifier}' leads out of the house. ${room.says}`
  const { place, floor } = placeOf(room, file)
  if ('library' in target)
    return isAmong(room.libraries[target.library], place) ? null : `${at(own, place, room)} does not use ${target.library}. ${room.says}`

  const other = target.path.split('/')[0]!
  if (other === own) {
    const there = placeOf(room, target.path)
    // Who reads a folder that it stands in and imports what is there is asked at that import.
    const isAround = naming === 'address' && file.startsWith(`${target.path.replace(/\/$/, '')}/`)
    if (!room.floors || there.place === place || isAround) return null
    if (floor < 0) return `${own}/${place} has no floor yet: give it one in tests/house/floorPlan.ts.`
    if (there.floor < 0) return `${own}/${there.place} has no floor yet: give it one in tests/house/floorPlan.ts.`
    if (there.floor < floor) return null
    const how = there.floor === floor ? 'beside' : 'above'
    return `${own}/${there.place} stands ${how} ${own}/${place}: a place imports only what stands below it (tests/house/floorPlan.ts).`
  }
  const isRoom = other in house.plan || house.freeRooms.includes(other)
  if (!isRoom && naming === 'address') return null
  if (!isAmong(room.rooms[other], place)) return `${at(own, place, room)} does not import ${isRoom ? other : target.path}. ${room.says}`
  if (naming === 'module' && !target.byAlias)
    return `Rooms meet by package imports: '#${target.path.replace(/\.\w+$/, '')}', not '${specifier}'.`
  return null
}

const at = (own: string, place: string, room: Room) => (room.floors ? `${own}/${place}` : own)
