import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Presence } from '#contract/devices/device'
import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import { grants } from '#contract/session/permissions'
import { routes } from '#contract/routes'
import { insertTimers, type Job } from '../ground/clock/job.ts'
import type { Database } from '../ground/database/schema.ts'
import { type Message, messageTo, post } from '../ground/outbox/parcel.ts'
import { LOSS_JOB } from '../ground/presence/lossTimers.ts'
import { plannedUntil } from '../ground/watch/plannedWork.ts'

/** The loss of one device is told at most this often. */
export const AGAIN_MS = 3_600_000
/** A device of which the server does not know yet, after its own start, is looked at again after this. */
const UNKNOWN_MS = 60_000
/** A device that planned work covers is looked at again after this, or when that ends. */
const SILENCED_MS = 300_000
/** More names than this are a number. */
const NAMED = 5
const OF_DEVICE = { tenantId: sql`d.tenant_id`, areaId: sql`d.area_id`, deviceId: sql`d.id` }

interface Lost {
  id: number
  name: string
  device_type: DeviceType
  presence: Presence
  area_id: number
  area_name: string
  heard_at: number | null
  told_at: number | null
  /** Until when planned work covers it. */
  silenced_until: number | null
}

/**
 * A device that went offline and stayed so (server/devices/lossTimers.ts) is told, once a silence and at most once an hour, to every user
 * whose role holds the code of its page in its base. Devices of a tenant that go together make one message a user. Where a rule tells of it
 * (`watch_state.tells_loss`), nothing is told here; of what planned work covers only what is still lost at its end.
 */
export const deviceLoss = ({ clock }: { clock: () => number }): Job => ({
  name: LOSS_JOB,
  missed: 'catchUp',
  async together(work, turns) {
    const now = clock()
    const tenantId = turns[0]?.tenantId
    if (tenantId == null) return
    const { rows } = await sql<Lost>`
      select d.id, d.name, d.device_type, d.presence, d.area_id, a.area_name, coalesce(h.heard_at, d.heard_at) as heard_at, l.told_at,
        ${plannedUntil(OF_DEVICE, now)} as silenced_until
      from device d join area a on a.id = d.area_id left join device_loss l on l.device_id = d.id left join device_heard h on h.device_id = d.id
      where d.tenant_id = ${tenantId} and d.id = any(${turns.map(({ key }) => Number(key))}::bigint[])
        and d.presence <> 'online' and d.enabled_flag = 1
        and not exists (select from watch_state w where w.tenant_id = d.tenant_id and w.device_id = d.id and w.tells_loss) order by d.name`.execute(
      work,
    )
    const news: Lost[] = []
    const later: [id: number, at: number][] = []
    for (const device of rows) {
      // Nothing was heard since it was told: the same silence, seen again after the server's own restart.
      if (device.told_at != null && (device.heard_at ?? 0) <= device.told_at) continue
      // Planned work may also end sooner than it was planned.
      if (device.silenced_until != null) later.push([device.id, Math.min(device.silenced_until, now + SILENCED_MS)])
      else if (device.presence === 'unknown') later.push([device.id, now + UNKNOWN_MS])
      else if (device.told_at != null && device.told_at + AGAIN_MS > now) later.push([device.id, device.told_at + AGAIN_MS])
      else news.push(device)
    }
    await lookAgain(work, tenantId, later, now)
    if (news.length === 0) return
    await sql`
      insert into device_loss (device_id, tenant_id, told_at) select id, ${tenantId}, ${now} from unnest(${news.map(({ id }) => id)}::bigint[]) as lost (id)
      order by id on conflict (device_id) do update set told_at = excluded.told_at`.execute(work)
    const readers = await readersOf(work, tenantId, news)
    await post(
      work,
      readers.map(({ userId, devices }) => messageTo({ tenantId, userId }, wordsFor(devices))),
      now,
    )
  },
})

async function lookAgain(
  work: Transaction<Database>,
  tenantId: number,
  devices: readonly [id: number, at: number][],
  now: number,
): Promise<void> {
  const timers =
    'select $1::bigint as tenant_id, key, due_at, due_at - $4::bigint as span from unnest($2::text[], $3::bigint[]) as again (key, due_at)'
  await work.executeQuery(
    CompiledQuery.raw(insertTimers(LOSS_JOB, timers), [tenantId, devices.map(([id]) => String(id)), devices.map(([, at]) => at), now]),
  )
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
          (areas == null || areas.includes(device.area_id)) && deviceTypes[device.device_type].readers.some((code) => grants(codes, code)),
      ),
    )
    return devices.length > 0 ? [{ userId, devices }] : []
  })
}

/** The page of these devices, where they share one: whoever is told may open it. */
function pageOf(devices: readonly Lost[]): { link?: string } {
  const pages = new Set(devices.map((device) => deviceTypes[device.device_type].route))
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
