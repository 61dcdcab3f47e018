import { hash as hashPassword } from '@node-rs/argon2'
import type pg from 'pg'
import type { Logger } from 'pino'
import {
  areaMeasure,
  DEMO_PASSWORD,
  demoAreas,
  type DemoDevice,
  demoDevices,
  demoLands,
  demoRoles,
  demoSecret,
  demoTenants,
  demoUsers,
  groundOf,
} from '#demo/farm'
import { HOUR, MINUTE } from '#demo/physics'
import { isMotor, programmed } from '#demo/program'
import { circuitTarget, switchSet } from '#contract/devices/verbs'
import { itemFace } from '#contract/devices/itemCode'
import { hashSecret } from '../ground/broker/secret.ts'
import { ensurePartitions } from '../ground/history/partition.ts'
import { writeActivities } from './activities.ts'
import { writeAlarms } from './alarms.ts'
import { writeApprovals } from './approvals.ts'
import { writeBaseData } from './baseData.ts'
import { writeInquiries } from './inquiries.ts'
import { writeStock } from './stock.ts'
import { writeBooks } from './books.ts'
import { writeCameras } from './cameras.ts'
import { pastCommands, pastStates } from './controlLog.ts'
import { writeNewDevices } from './deviceTypes.ts'
import { writeFarmLog } from './farmLog.ts'
import { writeFlows } from './flows.ts'
import { writeHarvests } from './harvests.ts'
import { writeInsects } from './insects.ts'
import { writeHome } from './home.ts'
import { writeMaterials } from './materials.ts'
import { writeMasterData } from './masterData.ts'
import { writeOrganization } from './organization.ts'
import { writeContent } from './content.ts'
import { writeNotices } from './notices.ts'
import { writeNoticeAudiences } from './noticeAudiences.ts'
import { writeSims } from './sims.ts'
import { writePanoramas } from './panoramas.ts'
import { HISTORY_MS, hoursOf, outagesOf, pastReadings } from './past.ts'
import { writeTasks } from './tasks.ts'
import { writeSeeds } from './seeds.ts'
import { writePlans } from './plans.ts'
import { writeApplications } from './applications.ts'
import { writeForeman } from './foreman.ts'
import { writeRecipes } from './recipes.ts'
import { writeStages } from './stages.ts'

/** Grows when the demo farm changes in a way that a database seeded before must follow. */
export const DEMO_VERSION = 1
const DEMO_LOCK = 4_017_233

/**
 * What areas that came later add to the demo farm, each once and in a transaction of its own, in this order: a database that was seeded
 * before gets it at its next start.
 */
const laterParts: readonly { readonly name: string; readonly write: (client: pg.ClientBase, now: number) => Promise<void> }[] = [
  { name: 'home', write: writeHome },
  { name: 'notices', write: writeNotices },
  { name: 'approvals', write: writeApprovals },
  { name: 'masterData', write: writeMasterData },
  { name: 'deviceTypes', write: writeNewDevices },
  { name: 'insects', write: writeInsects },
  { name: 'recipes', write: writeRecipes },
  { name: 'alarms', write: writeAlarms },
  { name: 'flows', write: writeFlows },
  { name: 'panoramas', write: writePanoramas },
  { name: 'cameras', write: writeCameras },
  { name: 'baseData', write: writeBaseData },
  { name: 'materials', write: writeMaterials },
  { name: 'stock', write: writeStock },
  { name: 'tasks', write: writeTasks },
  { name: 'inquiries', write: writeInquiries },
  { name: 'seeds', write: writeSeeds },
  { name: 'stages', write: writeStages },
  { name: 'activities', write: writeActivities },
  { name: 'harvests', write: writeHarvests },
  { name: 'farmLog', write: writeFarmLog },
  { name: 'batchBooks', write: writeBooks },
  { name: 'plans', write: writePlans },
  { name: 'roles', write: writeForeman },
  { name: 'applications', write: writeApplications },
  { name: 'organization', write: writeOrganization },
  { name: 'noticeAudiences', write: writeNoticeAudiences },
  { name: 'sims', write: writeSims },
  { name: 'content', write: writeContent },
]

/**
 * Writes the demo farm with a month of history, once: a database that holds it is left as it is, and so is one that holds tenants of
 * its own (said in the log). All or nothing. Runs under the owner; `clock` answers ms UTC.
 */
export async function writeDemo(owner: pg.Pool, given: { log: Logger; clock: () => number }): Promise<void> {
  const started = performance.now()
  const now = given.clock()
  const client = await owner.connect()
  let written: { readings: number; hours: number } | null
  try {
    await client.query(
      'create table if not exists furrow.seed_version (name text primary key, version int not null, seeded_at bigint not null)',
    )
    if ((await writtenVersion(client)) >= DEMO_VERSION) {
      await writeLater(client, now, given.log)
      return
    }
    await ensurePartitions(client, now - HISTORY_MS, now)
    await client.query('begin')
    try {
      written = await writeOnce(client, now, given.log)
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw cause
    }
    if (written == null) return
    await writeLater(client, now, given.log)
    // The planner knows nothing yet of what came in bulk, and an index alone answers only what a vacuum has seen.
    await client.query('vacuum (analyze) furrow.reading, furrow.reading_hour')
    await client.query('analyze furrow.device, furrow.item, furrow.switch, furrow.command, furrow.land')
  } finally {
    client.release()
  }
  given.log.info({ ...written, seconds: Math.round(performance.now() - started) / 1000 }, 'the demo farm was seeded')
}

async function writeLater(client: pg.ClientBase, now: number, log: Logger): Promise<void> {
  for (const { name, write } of laterParts) {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
      if ((await writtenVersion(client, name)) === 0) {
        await write(client, now)
        await client.query('insert into furrow.seed_version (name, version, seeded_at) values ($1, 1, $2)', [name, now])
        log.info({ name }, 'the demo farm was added to')
      }
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback')
      throw cause
    }
  }
}

async function writtenVersion(client: pg.ClientBase, name = 'demo'): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from furrow.seed_version where name = $1', [name])
  return rows[0]?.version ?? 0
}

async function writeOnce(client: pg.ClientBase, now: number, log: Logger): Promise<{ readings: number; hours: number } | null> {
  await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
  if ((await writtenVersion(client)) >= DEMO_VERSION) return null
  const { rows } = await client.query<{ taken: boolean }>(
    'select exists (select from furrow.tenant) or exists (select from furrow.app_user) as taken',
  )
  if (rows[0]!.taken) {
    log.warn('the demo farm was not seeded: this database has tenants of its own')
    return null
  }
  const end = Math.floor(now / MINUTE) * MINUTE
  await writePeople(client)
  await writeLand(client)
  await writeDevices(client, end)
  const written = await writeReadings(client, end)
  await writeLogs(client, end)
  await moveSequences(client)
  await client.query(
    `insert into furrow.seed_version (name, version, seeded_at) values ('demo', $1, $2)
     on conflict (name) do update set version = excluded.version, seeded_at = excluded.seeded_at`,
    [DEMO_VERSION, now],
  )
  return written
}

type Value = string | number | boolean | null | readonly number[] | readonly string[]
/** Inserts rows of one shape in one statement. jsonb is given as text. */
async function insert(client: pg.ClientBase, table: string, rows: readonly Record<string, Value>[]): Promise<void> {
  // PostgreSQL takes at most 65,535 parameters a statement.
  const columns = Object.keys(rows[0] ?? {})
  const most = Math.floor(60_000 / Math.max(1, columns.length))
  for (let from = 0; from < rows.length; from += most) {
    const some = rows.slice(from, from + most)
    const places = some.map((_, at) => `(${columns.map((_column, nth) => `$${at * columns.length + nth + 1}`).join(',')})`)
    await client.query(
      `insert into furrow.${table} (${columns.map((name) => `"${name}"`).join(', ')}) values ${places.join(',')}`,
      some.flatMap((row) => columns.map((name) => row[name])),
    )
  }
}

async function writePeople(client: pg.ClientBase): Promise<void> {
  await insert(
    client,
    'tenant',
    demoTenants.map(({ id, name, num, novice }) => ({ id, name, num, novice })),
  )
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(DEMO_PASSWORD)))
  await insert(
    client,
    'app_user',
    demoUsers.map(({ id, loginName, realName, tenantIds }, at) => ({
      id,
      login_name: loginName,
      real_name: realName,
      password_hash: hashes[at]!,
      current_tenant_id: tenantIds[0]!,
      default_tenant_id: tenantIds[0]!,
      demo: true,
    })),
  )
  await insert(
    client,
    'membership',
    demoUsers.flatMap(({ id, tenantIds }) => tenantIds.map((tenantId) => ({ tenant_id: tenantId, user_id: id }))),
  )
  await insert(
    client,
    'role',
    demoRoles.map(({ id, tenantId, name, codes }) => ({ id, tenant_id: tenantId, name, codes })),
  )
  await insert(
    client,
    'role_assignment',
    demoUsers.flatMap(({ id, roleIds }) =>
      roleIds.map((roleId) => ({
        tenant_id: demoRoles.find((role) => role.id === roleId)!.tenantId,
        user_id: id,
        role_id: roleId,
        area_ids: null,
      })),
    ),
  )
}

async function writeLand(client: pg.ClientBase): Promise<void> {
  await insert(
    client,
    'area',
    demoAreas.map((area) => ({
      id: area.id,
      tenant_id: area.tenantId,
      area_name: area.name,
      area_num: area.num,
      area_center: `${area.longitude},${area.latitude}`,
      area_address: area.address,
      area_measure: areaMeasure(area.id),
      area_usage: area.usage,
      default_flag: area.isDefault ? 1 : 0,
    })),
  )
  const varieties = [...new Set(demoLands.map(({ tenantId, variety }) => `${tenantId}/${variety}`))]
  await insert(
    client,
    'variety',
    varieties.map((key, at) => ({ id: at + 1, tenant_id: Number(key.slice(0, key.indexOf('/'))), name: key.slice(key.indexOf('/') + 1) })),
  )
  await insert(
    client,
    'land',
    demoLands.map((land) => ({
      id: land.id,
      tenant_id: land.tenantId,
      area_id: land.areaId,
      land_name: land.name,
      land_type: land.landType,
      nurture_kind: land.nurtureKind,
      land_measure: land.measure,
      land_profile: JSON.stringify(land.profile),
      land_center: land.center,
      profile_color: land.profileColor,
      outline_color: land.outlineColor,
      variety_id: varieties.indexOf(`${land.tenantId}/${land.variety}`) + 1,
    })),
  )
}

/** Ids of items and switches count through the devices in their order. */
const itemIds = new Map<string, number>()
const switchIds = new Map<string, number>()
for (const device of demoDevices) {
  for (const { code } of device.items) itemIds.set(`${device.id}/${code}`, itemIds.size + 1)
  for (const { circuit } of device.switches) switchIds.set(`${device.id}/${circuit}`, switchIds.size + 1)
}
const itemId = (device: DemoDevice, code: string) => itemIds.get(`${device.id}/${code}`)!
const switchId = (device: DemoDevice, circuit: number) => switchIds.get(`${device.id}/${circuit}`)!

async function writeDevices(client: pg.ClientBase, end: number): Promise<void> {
  const idOf = (device: DemoDevice) =>
    demoDevices.find((one) => one.tenantId === device.tenantId && one.eui === device.parentEui)?.id ?? null
  // Parents first: a device that stands behind another names it.
  const ordered = [...demoDevices].sort((one, other) => Number(one.parentEui != null) - Number(other.parentEui != null))
  await insert(
    client,
    'device',
    ordered.map((device) => ({
      id: device.id,
      tenant_id: device.tenantId,
      area_id: device.areaId,
      land_id: device.landId,
      parent_id: idOf(device),
      device_type: device.deviceType,
      name: device.name,
      eui: device.eui,
      device_serial: device.deviceSerial,
      iccid: device.iccid,
      longitude: device.longitude,
      latitude: device.latitude,
      secret_hash: hashSecret(demoSecret(device.eui)),
      reporting_period: device.reportingPeriod,
      demo: true,
      heard_at: end,
    })),
  )
  await insert(
    client,
    'item',
    demoDevices.flatMap((device) =>
      device.items.map(({ code, low, high }, at) => ({
        id: itemId(device, code),
        tenant_id: device.tenantId,
        device_id: device.id,
        area_id: device.areaId,
        code,
        unit: itemFace(code)?.unit ?? null,
        icon: itemFace(code)?.icon ?? null,
        low,
        high,
        position: at,
      })),
    ),
  )
  const switches = demoDevices.flatMap((device) =>
    device.switches.map((one) => ({
      id: switchId(device, one.circuit),
      tenant_id: device.tenantId,
      device_id: device.id,
      area_id: device.areaId,
      circuit: one.circuit,
      name: one.name,
      kind: one.kind,
      related_equip: one.relatedCircuit == null ? null : switchId(device, one.relatedCircuit),
      status: isMotor(one) ? 0 : programmed(device, one, groundOf(device), end),
      status_at: end,
    })),
  )
  await insert(client, 'switch', switches)
}

/** Rows of a table, column by column, as PostgreSQL reads arrays. */
class Columns {
  readonly #columns: (number | 'NULL')[][]
  constructor(width: number) {
    this.#columns = Array.from({ length: width }, () => [])
  }
  get height(): number {
    return this.#columns[0]!.length
  }
  add(...row: readonly (number | null)[]): void {
    row.forEach((value, at) => this.#columns[at]!.push(value ?? 'NULL'))
  }
  /** The arrays as text, joined by hand: the driver would quote each of a million values. Empties itself. */
  take(): string[] {
    return this.#columns.map((column) => `{${column.splice(0).join(',')}}`)
  }
}
/** Rows a statement: few enough to stay small, many enough that a busy machine's turn-taking does not count. */
const BATCH = 60_000

async function writeReadings(client: pg.ClientBase, end: number): Promise<{ readings: number; hours: number }> {
  const currentHour = Math.floor(end / HOUR) * HOUR
  const rows = new Columns(4)
  const hourRows = new Columns(11)
  const written = { readings: 0, hours: 0 }
  const lasts: { id: number; ts: number; value: number }[] = []
  const write = async (least: number) => {
    if (rows.height > least) {
      written.readings += rows.height
      await client.query(
        'insert into furrow.reading (item_id, ts, value, tenant_id) select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::bigint[])',
        rows.take(),
      )
    }
    if (hourRows.height > least) {
      written.hours += hourRows.height
      await client.query(
        `insert into furrow.reading_hour (item_id, tenant_id, bucket, n, sum, min, max, first, last, cos_sum, sin_sum)
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[],
           $10::float8[], $11::float8[])`,
        hourRows.take(),
      )
    }
  }
  for (const series of pastReadings(demoDevices, end)) {
    const { device, code, ts, values } = series
    const id = itemId(device, code)
    ts.forEach((moment, at) => {
      rows.add(id, moment, values[at]!, device.tenantId)
    })
    for (const { bucket, n, sum, min, max, first, last, cos, sin } of hoursOf(series, currentHour)) {
      hourRows.add(id, device.tenantId, bucket, n, sum, min, max, first, last, cos, sin)
    }
    lasts.push({ id, ts: ts.at(-1)!, value: values.at(-1)! })
    await write(BATCH)
  }
  await write(0)
  await client.query(
    `update furrow.item set last_ts = u.ts, last_value = u.value from unnest($1::bigint[], $2::bigint[], $3::float8[]) as u (id, ts, value) where item.id = u.id`,
    [lasts.map(({ id }) => id), lasts.map(({ ts }) => ts), lasts.map(({ value }) => value)],
  )
  // The hour that has not ended is the only one that the roll-ups do not hold.
  await client.query(
    `insert into furrow.rollup_dirty (item_id, hour, tenant_id) select item_id, ts / ${HOUR} * ${HOUR}, tenant_id from furrow.reading where ts >= $1
     group by 1, 2, 3`,
    [currentHour],
  )
  return written
}

async function writeLogs(client: pg.ClientBase, end: number): Promise<void> {
  const users = new Map(
    demoTenants.map(({ id }) => [id, demoUsers.filter(({ tenantIds }) => tenantIds.includes(id)).map((user) => user.id)]),
  )
  const commands = pastCommands(demoDevices, end)
  await insert(
    client,
    'command',
    commands.map((one, at) => {
      // The operator does most of the work; the administrator now and then.
      const [administrator, operator] = users.get(one.device.tenantId)!
      return {
        id: one.id,
        tenant_id: one.device.tenantId,
        area_id: one.device.areaId,
        device_id: one.device.id,
        switch_id: switchId(one.device, one.circuit),
        circuit: one.circuit,
        status: one.status,
        verb: switchSet.name,
        args: JSON.stringify({ circuit: one.circuit, status: one.status }),
        target: circuitTarget(one.circuit),
        cause: 'user',
        priority: 'manual',
        author_id: at % 5 === 0 ? administrator! : (operator ?? administrator!),
        created_at: one.createdAt,
        expires_at: one.expiresAt,
        state: one.state,
        state_at: one.stateAt,
        message: one.message,
        history: JSON.stringify(one.history),
      }
    }),
  )
  await insert(
    client,
    'switch_change',
    pastStates(commands).map(({ device, circuit, at, status }) => ({
      switch_id: switchId(device, circuit),
      at,
      status,
      tenant_id: device.tenantId,
    })),
  )
  await insert(
    client,
    'online_log',
    demoDevices
      .flatMap((device) => [
        { tenant_id: device.tenantId, device_id: device.id, at: end - HISTORY_MS, presence: 'online' },
        ...outagesOf(device, end).flatMap(({ from, to }) => [
          { tenant_id: device.tenantId, device_id: device.id, at: from, presence: 'offline' },
          { tenant_id: device.tenantId, device_id: device.id, at: to, presence: 'online' },
        ]),
      ])
      .sort((one, other) => one.at - other.at),
  )
}

/** The rows above name their ids; the next ones must not meet them. */
async function moveSequences(client: pg.ClientBase): Promise<void> {
  for (const table of ['tenant', 'app_user', 'role', 'area', 'variety', 'land', 'device', 'item', 'switch']) {
    await client.query(`select setval(pg_get_serial_sequence('furrow.${table}', 'id'), (select max(id) from furrow.${table}))`)
  }
}
