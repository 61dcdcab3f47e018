import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const SCHEMA = 'server/ground/database/schema.ts'
const BASELINE = 'server/ground/database/migrations/202611280000_baseline.sql'
const HEAD = '// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.'

/** The types of all tables of a migrated database as kysely-codegen writes them: the lines of each table. */
async function readTables(url: string): Promise<Map<string, string[]>> {
  // As the pool reads them (server/ground/database/open.ts): ids and times as numbers, days and amounts as text.
  const read = '--type-mapping {"int8":"number"} --date-parser string'
  const options = `--print --log-level error --dialect postgres --url ${url} --default-schema furrow --exclude-pattern *migration ${read}`
  const { stdout } = await promisify(execFile)('node_modules/.bin/kysely-codegen', options.split(' '))
  const bodies = new Map<string, string[]>()
  for (const [, name = '', body = ''] of stdout.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm))
    bodies.set(name, body.trimEnd().split('\n'))
  const all = bodies.get('DB')
  if (!all) throw new Error(`no tables are described:\n${stdout}`)
  return new Map(
    all.map((line) => {
      const [, table = '', name = ''] = /^ {2}"?([\w.]+)"?: (\w+);$/.exec(line) ?? []
      return [table, bodies.get(name) ?? []] as const
    }),
  )
}

/** Ends the part of the baseline that is by rooms. */
const BETWEEN_ROOMS = '-- What refers'
/** The room that a table is of: under which it stands in the baseline, or whose migrations make it, or give it its name. */
function roomsOfTables(): Map<string, string> {
  const rooms = new Map<string, string>()
  const [byRooms = ''] = readFileSync(BASELINE, 'utf8').split(BETWEEN_ROOMS)
  for (const [, room = '', tables = ''] of byRooms.matchAll(/^-- (server\/\S+)\n([^]*?)(?=^-- server\/|(?![^]))/gm))
    for (const [, table = ''] of tables.matchAll(/^CREATE TABLE furrow\.(\w+)/gm)) rooms.set(table, room)
  for (const path of globSync('server/**/migrations/*.ts').toSorted())
    for (const [, table = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:create table (?:if not exists )?|alter table \w+ rename to )(?:furrow\.)?(\w+)/g,
    ))
      if (!rooms.has(table)) rooms.set(table, dirname(dirname(path)))
  return rooms
}

/** What the json columns of a room hold: `table.column` to a type, with what it wants from the contract as `import('...')`. */
async function jsonColumnsOf(room: string): Promise<Readonly<Record<string, string>>> {
  const path = resolve(room, 'jsonColumns.ts')
  if (!existsSync(path)) return {}
  return ((await import(pathToFileURL(path).href)) as { jsonColumns: Record<string, string> }).jsonColumns
}

/**
 * The types of the tables of a migrated database, by the file in which they stand: `tables.ts` of each room that has migrations. Throws
 * where a json column is not told what it holds, or one is told that is not there.
 */
export async function deriveTables(url: string): Promise<Map<string, string>> {
  const tables = await readTables(url)
  const roomOf = roomsOfTables()
  const files = new Map<string, string>()
  for (const room of new Set(roomOf.values())) {
    const json = { ...(await jsonColumnsOf(room)) }
    const own = [...tables].filter(([table]) => roomOf.get(table) === room).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const lines = own.flatMap(([table, body]) => [
      `    ${table}: {`,
      ...body.map((line) => {
        const [, indent = '', column = '', type = ''] = /^( +)"?(\w+)"?: (.*);$/.exec(line) ?? []
        if (column === '') return `    ${line}`
        const name = `${table}.${column}`
        const held = json[name]
        delete json[name]
        if (held === undefined && /\bJson\b/.test(type)) throw new Error(`${room}/jsonColumns.ts does not say what ${name} holds`)
        return `    ${indent}${column}: ${held === undefined ? type : type.replace('Json', `JSONColumnType<${held}>`)}`
      }),
      '    }',
    ])
    const [unknown] = Object.keys(json)
    if (unknown !== undefined) throw new Error(`${room}/jsonColumns.ts names ${unknown}, which is no json column of the tables made there`)
    const text = lines.join('\n')
    const from = relative(room, SCHEMA)
    const schema = from.startsWith('.') ? from : `./${from}`
    const ours = ['Generated', 'Numeric'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    const imports = [
      ...(/\bJSONColumnType</.test(text) ? ["import type { JSONColumnType } from 'kysely'"] : []),
      ...(ours.length > 0 ? [`import type { ${ours.join(', ')} } from '${schema}'`] : []),
    ]
    files.set(
      `${room}/tables.ts`,
      `${[HEAD, ...imports].join('\n')}\n${imports.length > 0 ? '\n' : ''}declare module '${schema}' {\n  interface Database {\n${text}\n  }\n}\n`.replaceAll(
        /ArrayType<(\w+)>/g,
        '$1[]',
      ),
    )
  }
  return files
}
