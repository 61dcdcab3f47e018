import type pg from 'pg'
import type { Logger } from 'pino'
import { deviceFaces, type DeviceType } from '#contract/devices/deviceType'
import { grants } from '#contract/session/permissions'
import type { Services } from '../services.ts'

/** A device that comes back within this time was not lost; devices that go within it are told together. */
export const SETTLE_MS = 10_000
/** The loss of one device is told at most this often. */
export const AGAIN_MS = 3_600_000
const LOOK_MS = 1000
/** More names than this are a number. */
const NAMED = 5

interface Lost {
  id: number
  name: string
  device_type: DeviceType
  tenant_id: number
  area_id: number
  area_name: string
  heard_at: number | null
  told_at: number | null
}

/** Tells the people who watch over devices that some were lost. */
export interface LossWatch {
  /** These devices went offline, and that is committed. */
  lost(deviceIds: readonly number[]): void
  /** Tells what is due now; runs by itself each second. */
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * A device that went offline and stayed so for {@link SETTLE_MS} is told, once a silence and at most once an hour, to every user whose
 * role holds the code of its page in its base. Devices that go together make one message a user.
 */
export function createLossWatch(given: { pool: pg.Pool; log: Logger; clock: () => number; notify: Services['notify'] }): LossWatch {
  const { pool, log, clock, notify } = given
  const due = new Map<number, number>()
  let looking: Promise<void> | null = null

  async function tellDue(): Promise<void> {
    const now = clock()
    const ripe = [...due].filter(([, at]) => at <= now).map(([id]) => id)
    if (ripe.length === 0) return
    const { rows } = await pool.query<Lost>(
      `select d.id, d.name, d.device_type, d.tenant_id, d.area_id, a.area_name, d.heard_at, l.told_at
       from device d join area a on a.id = d.area_id left join device_loss l on l.device_id = d.id
       where d.id = any($1::bigint[]) and d.presence = 'offline' and d.enabled_flag = 1 order by d.name`,
      [ripe],
    )
    for (const id of ripe) due.delete(id)
    const news: Lost[] = []
    for (const device of rows) {
      // Nothing was heard since it was told: the same silence, seen again after the server's own restart.
      if (device.told_at != null && (device.heard_at ?? 0) <= device.told_at) continue
      if (device.told_at != null && device.told_at + AGAIN_MS > now) due.set(device.id, device.told_at + AGAIN_MS)
      else news.push(device)
    }
    if (news.length === 0) return
    await pool.query(
      `insert into device_loss (device_id, tenant_id, told_at) select d.id, d.tenant_id, $2 from device d where d.id = any($1::bigint[])
       on conflict (device_id) do update set told_at = excluded.told_at`,
      [news.map(({ id }) => id), now],
    )
    for (const { tenantId, userId, devices } of await readersOf(pool, news)) {
      // oxlint-disable-next-line no-await-in-loop -- no burst on the database
      await notify({ tenantId, userId }, wordsFor(devices))
    }
  }

  function look(): Promise<void> {
    looking ??= tellDue()
      .catch((cause: Error) => log.error({ cause: cause.message }, 'the loss of devices could not be told'))
      .finally(() => (looking = null))
    return looking
  }
  const every = setInterval(() => void look(), LOOK_MS)
  every.unref()

  return {
    lost(deviceIds) {
      const at = clock() + SETTLE_MS
      for (const id of deviceIds) due.set(id, at)
    },
    look,
    async close() {
      clearInterval(every)
      due.clear()
      await looking
    },
  }
}

async function readersOf(pool: pg.Pool, news: readonly Lost[]): Promise<{ tenantId: number; userId: number; devices: Lost[] }[]> {
  const { rows } = await pool.query<{ tenant_id: number; user_id: number; codes: string[]; area_ids: number[] | null }>(
    `select m.tenant_id, m.user_id, r.codes, a.area_ids
     from membership m join app_user u on u.id = m.user_id and u.enabled
     join role_assignment a on a.tenant_id = m.tenant_id and a.user_id = m.user_id join role r on r.id = a.role_id
     where m.tenant_id = any($1::bigint[]) order by m.user_id`,
    [[...new Set(news.map(({ tenant_id: tenant }) => tenant))]],
  )
  const readers = Map.groupBy(rows, (row) => `${row.tenant_id}/${row.user_id}`)
  return [...readers.values()].flatMap((roles) => {
    const { tenant_id: tenantId, user_id: userId } = roles[0]!
    const devices = news.filter(
      (device) =>
        device.tenant_id === tenantId &&
        roles.some(
          ({ codes, area_ids: areas }) =>
            (areas == null || areas.includes(device.area_id)) && grants(codes, deviceFaces[device.device_type].code),
        ),
    )
    return devices.length > 0 ? [{ tenantId, userId, devices }] : []
  })
}

function wordsFor(devices: readonly Lost[]): Parameters<Services['notify']>[1] {
  const area = [...new Set(devices.map((device) => device.area_name))].slice(0, NAMED).join(' / ')
  const named = devices
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(' / ')
  if (devices.length === 1)
    return { subject: 'notices:lost.subject.one', content: 'notices:lost.content.one', params: { device: named, area } }
  return {
    subject: 'notices:lost.subject.many',
    content: devices.length > NAMED ? 'notices:lost.content.more' : 'notices:lost.content.many',
    params: { count: devices.length, devices: named, area },
  }
}
