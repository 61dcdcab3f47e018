import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import { id as BASELINE, LAST_IN_STEPS, steps } from './migrations/202611280000_baseline.ts'
import type { Roles } from './roles.ts'

/**
 * A step of the schema: `up` answers SQL. It stands in a folder `migrations` of this room under its id, which begins with the time at which
 * it was written (`202611221130_thing`), so that two people can write one side by side. Forward only, never edited once it is on main.
 */
interface Migration {
  readonly id: string
  readonly up: (roles: Roles) => string
}

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

/** Every migration, the oldest first. */
async function readMigrations(): Promise<Migration[]> {
  const found = globSync(['*/migrations/*.ts', 'ground/*/migrations/*.ts'], { cwd: SERVER }).map((path) => join(SERVER, path))
  const migrations = await Promise.all(
    // oxlint-disable-next-line house/borders -- an area brings its own, and nobody edits a list of them
    found.map(async (path) => (await import(pathToFileURL(path).href)) as Migration),
  )
  return migrations.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/**
 * Where a database was made in the steps that the baseline stands for, it has taken the baseline. Throws StartFailure where it has taken only
 * some of them.
 */
async function adoptBaseline(client: pg.ClientBase, applied: ReadonlySet<string>, log: Logger): Promise<void> {
  const missing = steps.filter((id) => !applied.has(id))
  if (missing.length === steps.length) return
  if (missing.length > 0)
    throw new StartFailure(
      `This database was made by an early Furrow (it lacks ${missing[0]}): start commit ${LAST_IN_STEPS} on it once, and then this one`,
    )
  // One statement is one transaction.
  await client.query(
    `with gone as (delete from furrow.migration where id = any($1) returning applied_at)
     insert into furrow.migration (id, applied_at) select $2, max(applied_at) from gone`,
    [steps, BASELINE],
  )
  log.info({ migration: BASELINE }, 'taken in steps before')
}

/**
 * Applies what is missing, each step in a transaction of its own, in order. The caller holds the database for itself. Throws StartFailure
 * where the database was made by a newer product: going on could damage it.
 */
export async function migrate(client: pg.ClientBase, roles: Roles, log: Logger): Promise<void> {
  await client.query('create table if not exists furrow.migration (id text primary key, applied_at bigint not null)')
  const readApplied = async () =>
    new Set((await client.query<{ id: string }>('select id from furrow.migration order by id')).rows.map(({ id }) => id))
  const migrations = await readMigrations()
  const known = new Set([...steps, ...migrations.map(({ id }) => id)])
  const foreign = [...(await readApplied())].find((id) => !known.has(id))
  if (foreign)
    throw new StartFailure(`This database was made by a newer Furrow (it holds ${foreign}): start that version, or use another database`)
  await adoptBaseline(client, await readApplied(), log)
  const applied = await readApplied()
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue
    await client.query('begin')
    try {
      await client.query(migration.up(roles))
      await client.query('insert into furrow.migration (id, applied_at) values ($1, $2)', [migration.id, Date.now()])
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw cause
    }
    log.info({ migration: migration.id }, 'migrated')
  }
}
