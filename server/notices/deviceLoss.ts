import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { deviceFaces, type DeviceType } from '#contract/devices/deviceType'
import { grants } from '#contract/session/permissions'
import { routes } from '#contract/routes'
import type { Database } from '../ground/database/schema.ts'
import { type Message, messageTo, post } from '../ground/outbox/parcel.ts'

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
 * role holds the code of its page in its base. Devices of a tenant that go together make one message a user. That they are told and
 * the messages are one transaction, and each tenant's is its own.
 */
export function createLossWatch(given: { db: Kysely<Database>; log: Logger; clock: () => number }): LossWatch {
  const { db, log, clock } = given
  const due = new Map<number, number>()
  let looking: Promise<void> | null = null

  async function tellDue(): Promise<void> {
    const now = clock()
    const ripe = [...due].filter(([, at]) => at <= now).map(([id]) => id)
    if (ripe.length === 0) return
    const { rows } = await sql<Lost>`
      select d.id, d.name, d.device_type, d.tenant_id, d.area_id, a.area_name, coalesce(h.heard_at, d.heard_at) as heard_at, l.told_at
      from device d join area a on a.id = d.area_id left join device_loss l on l.device_id = d.id left join device_heard h on h.device_id = d.id
      where d.id = any(${ripe}::bigint[]) and d.presence = 'offline' and d.enabled_flag = 1 order by d.name`.execute(db)
    const found = new Set(rows.map(({ id }) => id))
    for (const id of ripe) if (!found.has(id)) due.delete(id)
    for (const [tenantId, lost] of Map.groupBy(rows, ({ tenant_id: tenant }) => tenant)) {
      try {
        await tellTenant(tenantId, lost, now)
      } catch (cause) {
        log.error({ tenant: tenantId, cause: (cause as Error).message }, 'the loss of devices could not be told: tried again shortly')
      }
    }
  }

  /** What is told, or is no news, leaves `due` only once that is committed. */
  async function tellTenant(tenantId: number, lost: readonly Lost[], now: number): Promise<void> {
    const news: Lost[] = []
    for (const device of lost) {
      // Nothing was heard since it was told: the same silence, seen again after the server's own restart.
      if (device.told_at != null && (device.heard_at ?? 0) <= device.told_at) due.delete(device.id)
      else if (device.told_at != null && device.told_at + AGAIN_MS > now) due.set(device.id, device.told_at + AGAIN_MS)
      else news.push(device)
    }
    if (news.length === 0) return
    await db.transaction().execute(async (work) => {
      // Of two servers that saw it, one tells it.
      const { rows } = await sql<{ device_id: number }>`
        insert into device_loss (device_id, tenant_id, told_at)
        select d.id, d.tenant_id, ${now} from device d where d.id = any(${news.map(({ id }) => id)}::bigint[]) order by d.id
        on conflict (device_id) do update set told_at = excluded.told_at where device_loss.told_at + ${AGAIN_MS} <= excluded.told_at
        returning device_id`.execute(work)
      const mine = new Set(rows.map(({ device_id: id }) => id))
      const telling = news.filter(({ id }) => mine.has(id))
      const readers = await readersOf(work, tenantId, telling)
      await post(
        work,
        readers.map(({ userId, devices }) => messageTo({ tenantId, userId }, wordsFor(devices))),
        now,
      )
    })
    for (const { id } of news) due.delete(id)
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

async function readersOf(
  work: Transaction<Database>,
  tenantId: number,
  news: readonly Lost[],
): Promise<{ userId: number; devices: Lost[] }[]> {
  const { rows } = await sql<{ user_id: number; codes: string[]; area_ids: number[] | null }>`
    select m.user_id, r.codes, a.area_ids
    from membership m join app_user u on u.id = m.user_id and u.enabled
    join role_assignment a on a.tenant_id = m.tenant_id and a.user_id = m.user_id join role r on r.id = a.role_id
    where m.tenant_id = ${tenantId} order by m.user_id`.execute(work)
  return [...Map.groupBy(rows, ({ user_id: userId }) => userId)].flatMap(([userId, roles]) => {
    const devices = news.filter((device) =>
      roles.some(
        ({ codes, area_ids: areas }) =>
          (areas == null || areas.includes(device.area_id)) && grants(codes, deviceFaces[device.device_type].code),
      ),
    )
    return devices.length > 0 ? [{ userId, devices }] : []
  })
}

/** The page of these devices, where they share one: whoever is told may open it. */
function pageOf(devices: readonly Lost[]): { link?: string } {
  const pages = new Set(devices.map((device) => deviceFaces[device.device_type].route))
  const found = routes.find(({ path }) => pages.size === 1 && pages.has(path))
  return found == null ? {} : { link: found.path }
}

function wordsFor(devices: readonly Lost[]): Message {
  const area = [...new Set(devices.map((device) => device.area_name))].slice(0, NAMED).join(' / ')
  const named = devices
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(' / ')
  const about = { severity: 'warning', ...pageOf(devices) } as const
  if (devices.length === 1)
    return { ...about, subject: 'notices:lost.subject.one', content: 'notices:lost.content.one', params: { device: named, area } }
  return {
    ...about,
    subject: 'notices:lost.subject.many',
    content: devices.length > NAMED ? 'notices:lost.content.more' : 'notices:lost.content.many',
    params: { count: devices.length, devices: named, area },
  }
}
