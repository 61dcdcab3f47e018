import type pg from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../startFailure.ts'
import * as liveFarm from './migrations/0001_live_farm.ts'
import * as accounts from './migrations/0002_accounts.ts'
import * as files from './migrations/0003_files.ts'
import * as notices from './migrations/0004_notices.ts'
import * as approvals from './migrations/0005_approvals.ts'
import * as themes from './migrations/0006_themes.ts'
import * as resources from './migrations/0008_resources.ts'
import * as home from './migrations/0007_home.ts'
import * as landState from './migrations/0009_land_state.ts'
import * as approvalTimeouts from './migrations/0010_approval_timeouts.ts'
import * as fileSweep from './migrations/0011_file_sweep.ts'
import * as retention from './migrations/0012_retention.ts'
import * as readingPlace from './migrations/0020_reading_place.ts'
import * as months from './migrations/0025_months.ts'
import * as heard from './migrations/0026_heard.ts'
import * as pastDevices from './migrations/0027_past_devices.ts'
import * as fileUse from './migrations/0030_file_use.ts'
import * as exactAmounts from './migrations/0032_exact_amounts.ts'
import * as outbox from './migrations/0035_outbox.ts'
import * as rejectedNotes from './migrations/0045_rejected_notes.ts'
import type { Roles } from './roles.ts'

/** A step of the schema: `up` answers SQL. Numbered, forward only, never edited once it is on main. */
interface Migration {
  readonly id: string
  readonly up: (roles: Roles) => string
}

const migrations: readonly Migration[] = [
  liveFarm,
  accounts,
  files,
  notices,
  approvals,
  themes,
  home,
  resources,
  landState,
  approvalTimeouts,
  fileSweep,
  retention,
  readingPlace,
  months,
  heard,
  pastDevices,
  fileUse,
  exactAmounts,
  outbox,
  rejectedNotes,
]

/**
 * Applies what is missing, each step in a transaction of its own, in order. The caller holds the database for itself. Throws StartFailure
 * where the database was made by a newer product: going on could damage it.
 */
export async function migrate(client: pg.ClientBase, roles: Roles, log: Logger): Promise<void> {
  await client.query('create table if not exists furrow.migration (id text primary key, applied_at bigint not null)')
  const { rows } = await client.query<{ id: string }>('select id from furrow.migration order by id')
  const known = new Set(migrations.map(({ id }) => id))
  const foreign = rows.find(({ id }) => !known.has(id))
  if (foreign)
    throw new StartFailure(`This database was made by a newer Furrow (it holds ${foreign.id}): start that version, or use another database`)
  const applied = new Set(rows.map(({ id }) => id))
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
