import { readdirSync } from 'node:fs'
import { verify } from '@node-rs/argon2'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD, demoAreas, demoDevices, demoLands, demoSecret } from '#demo/farm'
import { DAY, HOUR, MINUTE } from '#demo/physics'
import { DemoWorld } from '#demo/world'
import { routes } from '#contract/routes'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import { faultOfChannels, type Recipe } from '#contract/devices/dosing'
import { writeDemo } from '#server/demo/demo'
import { secretMatches } from '#server/ground/broker/secret'
import { settleHours } from '#server/ground/history/rollup'
import { arrange } from '../arrange.ts'
import { stockFaults } from '../inventory/stockFaults.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

// An afternoon in China, in the middle of an hour and not on a minute.
const NOW = Date.UTC(2026, 10, 20, 7, 23, 41) + 345
const publicFiles = readdirSync('public', { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`)
const silent = pino({ level: 'silent' })
const given = { log: silent, clock: () => NOW }
type Database = Awaited<ReturnType<typeof startTestDatabase>>
let database: Database
let seconds: number

beforeAll(async () => {
  database = await startTestDatabase()
  const started = performance.now()
  await writeDemo(database.owner, given)
  seconds = (performance.now() - started) / 1000
}, 120_000)
afterAll(async () => {
  await database.close()
})

const all = async <Row extends object>(text: string, values: unknown[] = []) => (await database.owner.query<Row>(text, values)).rows
const one = async (text: string, values: unknown[] = []) => Object.values((await all<Record<string, unknown>>(text, values))[0]!)[0]
const count = async (table: string) => Number(await one(`select count(*) from furrow.${table}`))
const TABLES = [
  'tenant',
  'app_user',
  'membership',
  'role',
  'role_assignment',
  'area',
  'variety',
  'land',
  'device',
  'item',
  'switch',
  'command',
  'online_log',
  'reading',
  'reading_hour',
  'rollup_dirty',
  'seed_version',
  'measure_unit',
  'product',
  'stock_limit',
]
const counts = async () => Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await count(table)] as const)))

describe('the seed', () => {
  test('writes well under a million readings within seconds', async () => {
    const readings = await count('reading')
    expect(readings).toBeGreaterThan(400_000)
    expect(readings).toBeLessThan(1_000_000)
    // On a machine that does nothing else it takes about five; this only catches a seed that went row by row.
    expect(seconds).toBeLessThan(60)
  })

  test('a second time changes nothing', async () => {
    const before = await counts()
    await writeDemo(database.owner, { log: silent, clock: () => NOW + DAY })
    expect(await counts()).toEqual(before)
  })

  test('makes tenants, bases, plots and devices as the demo farm has them', async () => {
    expect(await all(`select tenant_id::int as id, count(*)::int as n from furrow.area group by 1 order by 1`)).toEqual([
      { id: 1, n: 3 },
      { id: 2, n: 1 },
      { id: 4, n: 1 },
    ])
    expect(await one(`select id::int from furrow.area where tenant_id = 1 and default_flag = 1`)).toBe(1)
    expect(await one(`select area_id::int from furrow.device where tenant_id = 1 and eui = 'demo-gateway-1'`)).toBe(1)
    expect(await count('land')).toBe(demoLands.length)
    expect(await one('select count(distinct device_type)::int from furrow.device where tenant_id = 1')).toBe(DEVICE_TYPES.length)
    expect(await one('select novice from furrow.tenant where id = 3')).toBe(true)
    expect(await one('select bool_and(demo) from furrow.device')).toBe(true)
    expect(await one('select bool_and(demo) from furrow.app_user')).toBe(true)
    expect(await one(`select jsonb_array_length(land_profile) >= 4 from furrow.land order by 1 limit 1`)).toBe(true)
    expect(await one(`select area_center from furrow.area where id = 1`)).toBe(`${demoAreas[0]!.longitude},${demoAreas[0]!.latitude}`)
  })

  test('has base data that the forms would take', async () => {
    const tables = ['measure_unit', 'bill_type', 'product_standard', 'product', 'store', 'stock_limit', 'partner', 'shop']
    expect(await Promise.all(tables.map(count))).toEqual([12, 6, 3, 17, 3, 12, 5, 2])
    const wrong = `not expiry_flag <= lot_flag or (category = 'pesticide') and (registration_no is null or safety_interval_days is null)
      or coalesce(dose_min, dose_max) is not null and dose_unit_id is null or product_type = 'general' and category is not null`
    expect(await all(`select name from furrow.product where ${wrong}`)).toEqual([])
    expect(await all('select prefix from furrow.bill_type order by 1')).toEqual(
      ['PA', 'RE', 'SI', 'SO', 'ST', 'TR'].map((prefix) => ({ prefix })),
    )
  })

  test('grows in stages that take as long as its varieties, and has harvests of what ended and of what is being harvested', async () => {
    const wrong = `(select sum((part ->> 'days')::int) from jsonb_array_elements(variety.stages) part) <> variety.growth_days`
    expect(await all(`select name from furrow.variety where stages <> '[]' and ${wrong}`)).toEqual([])
    expect(await one(`select count(*)::int from furrow.batch where tenant_id = 1 and stages = '[]' and batch_state = 'growing'`)).toBe(0)
    expect(
      await all(`select distinct batch_state as state from furrow.batch join furrow.batch_harvest h on h.batch_id = batch.id order by 1`),
    ).toEqual(['closed', 'harvesting'].map((state) => ({ state })))
  })

  test('has materials issued to plots on which something stood, and one of them is not to be harvested yet', async () => {
    expect(await one(`select count(*)::int from furrow.document where form_code = 'materialShipment' and batch_id is null`)).toBe(0)
    const batches = await all(`select distinct batch_state as state from furrow.batch order by 1`)
    expect(batches).toEqual(['closed', 'growing', 'harvesting', 'planned'].map((state) => ({ state })))
    expect(
      await one(`select count(*)::int from furrow.document where form_code = 'materialShipment' and audit_status = 'draft'`),
    ).toBeGreaterThan(0)
    const ahead = await all(`select land.land_name as plot, product.code from furrow.land_safety s join furrow.land on land.id = s.land_id
      join furrow.product on product.id = s.product_id where s.safe_from > to_timestamp(${NOW} / 1000.0)::date order by s.safe_from`)
    expect(ahead).toEqual([
      { plot: '东片菜地', code: 'NY-002' },
      { plot: '1 号大棚', code: 'NY-003' },
      { plot: 'A 区荔枝园', code: 'NY-001' },
    ])
  })

  test('has goods that nobody has fetched for long, one lot that has expired and one that soon will, and a ledger that is whole', async () => {
    const lots = await all(`select store.warehouse_code as store, product.code, lot.expires_on < today as expired, b.on_hand::int as left
      from furrow.stock_lot_balance b join furrow.stock_lot lot on lot.id = b.lot_id join furrow.product on product.id = lot.product_id
      join furrow.store on store.id = b.store_id, lateral (select to_timestamp(${NOW} / 1000.0)::date as today) now
      where b.on_hand > 0 and not b.transit and lot.expires_on <= today + 30 order by lot.expires_on`)
    expect(lots).toEqual([
      { store: 'CK-DG', code: 'SL-001', expired: true, left: 35 },
      { store: 'CK-DG', code: 'ZZ-001', expired: false, left: 38 },
    ])
    const slow =
      await all(`select product.code, b.value::float as worth from furrow.stock_balance b join furrow.product on product.id = b.product_id
      where b.on_hand > 0 and not exists (select from furrow.stock_entry e
        where e.product_id = b.product_id and e.store_id = b.store_id and e.effective_at > ${NOW} - 90 * ${DAY}::bigint) order by 2 desc`)
    expect(slow).toEqual([
      { code: 'YB-001', worth: 2064 },
      { code: 'ZZ-001', worth: 684 },
      { code: 'SL-001', worth: 386.75 },
    ])
    expect(await stockFaults(database.owner, 1)).toEqual([])
  })

  test('has its cameras drawn, each of them', async () => {
    const cameras = `select count(*)::int from furrow.device d where d.device_type = 'camera'`
    expect(await one(cameras)).toBeGreaterThan(3)
    expect(await one(`${cameras} and not exists (select from furrow.camera c where c.device_id = d.id and c.camera_enter = 5)`)).toBe(0)
  })

  test('leads nowhere and shows no picture that is not there, and has no telephone', async () => {
    const addresses = await all<{ at: string | null }>(
      `select image_address as at from furrow.banner union select content from furrow.banner union select path from furrow.sub_module
       union select screen_image from furrow.tenant_screen union select screen_address from furrow.tenant_screen
       union select cover_picture from furrow.consult
       union select t #>> '{}' from furrow.tenant_setting, jsonb_path_query(portal, '$.* ? (@.type() == "string")') t
       union select t #>> '{}' from furrow.tenant_setting, jsonb_path_query(portal, '$.applications[*].address') t`,
    )
    const known = new Set<string>([...routes.map(({ path }) => path), '/docs', ...publicFiles])
    const strange = addresses.filter(({ at }) => at !== null && !known.has(at.split('?')[0]!))
    expect(addresses.length).toBeGreaterThan(5)
    expect(strange).toEqual([])
    const texts = await all<{ text: string }>('select content as text from furrow.consult union all select body from furrow.notice')
    expect(texts.length).toBeGreaterThan(5)
    // What is written in them names nothing outside of the house, and no alarm that nobody can set.
    expect(texts.filter(({ text }) => /href=|src=|https?:|tel:|告警/.test(text))).toEqual([])
    const articles = addresses.flatMap(({ at }) => /article=(\d+)/.exec(at ?? '')?.[1] ?? [])
    for (const id of articles) expect(await one('select count(*)::int from furrow.consult where id = $1', [id])).toBe(1)
    // A page of the console has no name in one language.
    expect(await one(`select count(*)::int from furrow.sub_module where name <> ''`)).toBe(0)
  })

  test('lets the demo users and devices in with what the README says', async () => {
    const users = await all<{ login_name: string; password_hash: string }>(
      // Whom an application writes as is nobody who signs in.
      'select login_name, password_hash from furrow.app_user u where not exists (select from furrow.application a where a.user_id = u.id)',
    )
    const isColleague = ({ login_name: name }: { login_name: string }) => name.startsWith('staff-')
    const people = users.filter((user) => !isColleague(user)).map(({ login_name }) => login_name)
    expect(people.sort()).toEqual(['admin', 'foreman', 'manager', 'novice', 'operator', 'rival', 'viewer'])
    // Colleagues fill the tree of the enterprise, and nothing is open to them.
    expect(users.filter(isColleague)).toHaveLength(7)
    expect(
      await one(
        `select count(*)::int from furrow.role_assignment a join furrow.app_user u on u.id = a.user_id where u.login_name like 'staff-%'`,
      ),
    ).toBe(0)
    for (const user of users) {
      expect(user.password_hash).toMatch(/^\$argon2id\$/)
      expect(await verify(user.password_hash, DEMO_PASSWORD)).toBe(true)
    }
    const devices = await all<{ eui: string; secret_hash: string }>('select eui, secret_hash from furrow.device')
    for (const { eui, secret_hash } of devices) expect(secretMatches(demoSecret(eui), secret_hash)).toBe(true)
    expect(demoSecret('demo-gateway-1')).toBe('furrow-demo-gateway-1')
  })

  test('keeps every row within its tenant and base', async () => {
    for (const table of ['land', 'device', 'item', 'switch', 'command']) {
      expect(
        await one(`select count(*)::int from furrow.${table} x join furrow.area a on a.id = x.area_id where a.tenant_id <> x.tenant_id`),
      ).toBe(0)
    }
    expect(
      await one(
        'select count(*)::int from furrow.item i join furrow.device d on d.id = i.device_id where (d.tenant_id, d.area_id) <> (i.tenant_id, i.area_id)',
      ),
    ).toBe(0)
    expect(
      await one(
        'select count(*)::int from (select distinct item_id, tenant_id from furrow.reading) r join furrow.item i on i.id = r.item_id where i.tenant_id <> r.tenant_id',
      ),
    ).toBe(0)
    expect(
      await one(
        `select count(*)::int from furrow.command c where author_id not in (select user_id from furrow.membership m where m.tenant_id = c.tenant_id)`,
      ),
    ).toBe(0)
  })

  test('has a month of history of every item until now, and the newest on the item', async () => {
    const spans = await all<{ n: number; first: number; last: number; last_ts: number; last_value: number; newest: number }>(
      `select count(*)::int as n, min(r.ts) as first, max(r.ts) as last, i.last_ts, i.last_value, (array_agg(r.value order by r.ts desc))[1] as newest
       from furrow.item i join furrow.reading r on r.item_id = i.id group by i.id`,
    )
    expect(spans.length).toBe(demoDevices.flatMap(({ items }) => items).length)
    for (const { n, first, last, last_ts, last_value, newest } of spans) {
      expect(n).toBeGreaterThan(600)
      expect(Number(first)).toBeLessThan(NOW - 29.9 * DAY)
      expect(NOW - Number(last)).toBeLessThan(MINUTE)
      expect(Number(last_ts)).toBe(Number(last))
      expect(last_value).toBe(newest)
    }
  })

  test('ends where the simulator begins', async () => {
    const world = new DemoWorld(demoDevices, NOW)
    const newest = await all<{ eui: string; tenant_id: number; code: string; last_value: number }>(
      'select d.eui, d.tenant_id, i.code, i.last_value from furrow.item i join furrow.device d on d.id = i.device_id',
    )
    for (const { eui, tenant_id, code, last_value } of newest.filter(({ code }) => /oxygen|soil|temperature|level/i.test(code))) {
      const device = demoDevices.find((each) => each.eui === eui && each.tenantId === Number(tenant_id))!
      expect(Math.abs(world.read(device, NOW)[code]! - last_value)).toBeLessThan(0.35)
    }
    const switches = await all<{ eui: string; circuit: number; status: number }>(
      'select d.eui, s.circuit, s.status from furrow.switch s join furrow.device d on d.id = s.device_id where d.tenant_id = 1',
    )
    for (const { eui, circuit, status } of switches)
      expect(
        world.statusOf(
          demoDevices.find((each) => each.eui === eui)!,
          circuit,
        ),
      ).toBe(status)
  })

  test('leaves the roll-ups as a roll-up of the readings would make them, the running hour marked', async () => {
    const hour = Math.floor(NOW / HOUR) * HOUR
    expect(await all('select distinct hour from furrow.rollup_dirty')).toEqual([{ hour }])
    // Of some items, an hour at a time, since a month of all of them takes a minute.
    const few = `(item_id % 12 = 0 or item_id = (select min(id) from furrow.item where code = 'windDirection'))`
    const columns = 'item_id, bucket, tenant_id, n, sum, min, max, first, last, cos_sum, sin_sum'
    await database.owner.query(`create table furrow.seeded as select ${columns} from furrow.reading_hour where ${few}`)
    onTestFinished(async () => {
      await database.owner.query(`drop table furrow.seeded; delete from furrow.rollup_dirty where hour < ${hour}`)
    })
    await database.owner.query(
      `insert into furrow.rollup_dirty (item_id, hour, tenant_id)
       select distinct item_id, ts / ${HOUR} * ${HOUR}, tenant_id from furrow.reading where ts < ${hour} and ${few}`,
    )
    expect(await settleHours(database.store.servicePool, { before: hour })).toBeGreaterThan(1000)
    const differs = await one(
      `select count(*)::int from furrow.seeded s full join (select * from furrow.reading_hour where ${few}) h using (item_id, bucket)
       where (s.n, s.min, s.max, s.first, s.last, s.tenant_id) is distinct from (h.n, h.min, h.max, h.first, h.last, h.tenant_id) or abs(s.sum - h.sum) > 1e-6
         or coalesce(s.cos_sum, 1e9) - coalesce(h.cos_sum, 1e9) not between -1e-6 and 1e-6 or coalesce(s.sin_sum, 1e9) - coalesce(h.sin_sum, 1e9) not between -1e-6 and 1e-6`,
    )
    expect(differs).toBe(0)
  })

  test('tells who turned what and how it ended, and who was out of reach', async () => {
    const states = await all<{ state: string; n: number }>('select state, count(*)::int as n from furrow.command group by 1 order by 1')
    expect(states.map(({ state }) => state)).toEqual(['observed', 'refused', 'silent'])
    expect(await one(`select count(*)::int from furrow.command where state = 'refused' and message is null`)).toBe(0)
    expect(
      await one(`select count(*)::int from furrow.command where created_at > ${NOW} or history ->> -1 is null or state_at < created_at`),
    ).toBe(0)
    expect(await one('select count(distinct author_id)::int from furrow.command where tenant_id = 1')).toBe(2)
    // Each confirmed command stands in the history of its circuit, which changes with every row and rests before the simulator speaks.
    expect(
      await one(`select count(*)::int from furrow.command c where state = 'observed' and verb = 'switch.set' and not exists (
        select from furrow.switch_change h where h.switch_id = c.switch_id and h.at = c.state_at and h.status = c.status)`),
    ).toBe(0)
    expect(
      await one(`select count(*)::int from (select status, lag(status) over (partition by switch_id order by at, id) as before from furrow.switch_change) h
        where status = before`),
    ).toBe(0)
    expect(
      await one(`select count(*)::int from furrow.switch_change h join furrow.switch s on s.id = h.switch_id
        where s.kind in ('related', 'blind') and h.status <> 0 and h.at < ${NOW - DAY} and not exists (
          select from furrow.switch_change rest where rest.switch_id = h.switch_id and rest.status = 0 and rest.at between h.at and h.at + ${MINUTE})`),
    ).toBe(0)
    const outages = await all<{ device_id: number; at: number; back: number }>(
      `select * from (select device_id, presence, at, lead(at) over (partition by device_id order by at) as back from furrow.online_log) l where presence = 'offline'`,
    )
    expect(outages.length).toBeGreaterThan(3)
    for (const { device_id, at, back } of outages) {
      expect(
        await one(
          'select count(*)::int from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 and r.ts >= $2 and r.ts < $3',
          [device_id, at, back],
        ),
      ).toBe(0)
    }
  })

  test('has recipes that its machines can be told, for each tenant that has such a machine', async () => {
    const recipes = await all<{ tenant_id: number } & Pick<Recipe, 'mode' | 'channels' | 'ec'>>(
      'select tenant_id::int, mode, channels, ec from furrow.recipe',
    )
    const tenants = demoDevices.filter(({ deviceType }) => deviceType === 'waterFertilizer').map(({ tenantId }) => tenantId)
    expect(new Set(recipes.map((recipe) => recipe.tenant_id))).toEqual(new Set(tenants))
    for (const recipe of recipes) expect(faultOfChannels(recipe)).toBeNull()
  })

  test('leaves room for the next rows: their ids do not meet those of the demo', async () => {
    const build = arrange(database.owner)
    const tenant = await build.aTenant()
    const area = await build.anArea({ tenant_id: tenant.id })
    const device = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
    const item = await build.anItem({ tenant_id: tenant.id, area_id: area.id, device_id: device.id, code: 'temperature' })
    expect(item.id).toBeGreaterThan(demoDevices.flatMap(({ items }) => items).length)
  })
})

describe('a database of its own', () => {
  test('that holds tenants already is left alone', async () => {
    const other = await startTestDatabase()
    try {
      await arrange(other.owner).aTenant({ name: 'Ours' })
      await writeDemo(other.owner, given)
      const { rows } = await other.owner.query('select name from furrow.tenant')
      expect(rows).toEqual([{ name: 'Ours' }])
    } finally {
      await other.close()
    }
  })
  test('whose seed broke off holds nothing of it, and is seeded by the next start', async () => {
    const other = await startTestDatabase()
    try {
      await other.owner.query(`create function furrow.fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
      await other.owner.query('create trigger fails before insert on furrow.switch for each row execute function furrow.fail()')
      await expect(writeDemo(other.owner, given)).rejects.toThrow('no')
      for (const table of ['tenant', 'device', 'reading']) {
        const { rows } = await other.owner.query<{ n: number }>(`select count(*)::int as n from furrow.${table}`)
        expect(rows[0]!.n).toBe(0)
      }
      await other.owner.query('drop trigger fails on furrow.switch')
      // Two servers that start at once seed it once.
      await Promise.all([writeDemo(other.owner, given), writeDemo(other.owner, given)])
      const { rows } = await other.owner.query<{ n: number }>('select count(*)::int as n from furrow.device')
      expect(rows[0]!.n).toBe(demoDevices.length)
    } finally {
      await other.close()
    }
  }, 120_000)
})
