import { type Kysely, sql } from 'kysely'
import { FIRMWARE_WAIT_MS, FIRMWARE_WORDS } from '#contract/devices/firmware'
import { firmwareUpdate } from '#contract/devices/verbs'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'

const LOOK_MS = 2000
const MOST_AT_ONCE = 200
/**
 * A word, as JSON, that is a text or a number and escapes nothing: what a device says is not read by the database as JSON, which fails at some
 * escapes, and would for every tenant.
 */
const PLAIN = String.raw`^("[^"\\]+"|[0-9][^"\\]*)$`

/**
 * Asks the devices of new offers, each by a command of its own, keeps which version devices say that they run, and says by that alone what
 * came of an offer. It holds nothing in memory: after a kill the next look goes on where the rows stand.
 */
export const firmwareJob = ({ serviceDb, desk, live, clock }: Pick<Context, 'serviceDb' | 'desk' | 'live' | 'clock'>): Job => ({
  name: 'devices.firmwareJob',
  every: LOOK_MS,
  missed: 'catchUp',
  async steps(_, signal) {
    const touched = [...(await keepVersions(serviceDb)), ...(await judgeOffers(serviceDb, clock()))]
    for (const { tenantId, areaId } of new Map(touched.map((one) => [`${one.tenantId}/${one.areaId}`, one])).values())
      live.changed(tenantId, 'gateway', null, areaId)
    for (const one of await unasked(serviceDb)) {
      if (signal.aborted) return
      const { id, tenant_id: tenantId, device_id: deviceId, created_by: userId, eui, version, bytes, sha256 } = one
      if (one.command_id === null)
        await desk.request({
          id,
          tenantId,
          deviceId,
          verb: firmwareUpdate,
          args: { offerId: id, path: `/wfpe/v1/firmware-download/${tenantId}/${encodeURIComponent(eui)}`, version, size: bytes, sha256 },
          asker: { by: 'user', userId: userId! },
          priority: 'manual',
          waits: true,
        })
      await serviceDb.updateTable('firmware_offer').set({ asked: true }).where('id', '=', id).execute()
    }
  },
})

const unasked = (db: Kysely<Database>) =>
  db
    .selectFrom('firmware_offer as offer')
    .innerJoin('firmware', 'firmware.id', 'offer.firmware_id')
    .innerJoin('device', 'device.id', 'offer.device_id')
    .leftJoin('command', 'command.id', 'offer.id')
    .select(['offer.id', 'offer.tenant_id', 'offer.device_id', 'offer.created_by', 'command.id as command_id', 'device.eui'])
    .select(['firmware.version', 'firmware.bytes', 'firmware.sha256'])
    .where('offer.asked', '=', false)
    .where('offer.outcome', 'is', null)
    .orderBy('offer.offered_at')
    .limit(MOST_AT_ONCE)
    .execute()

interface Touched {
  readonly tenantId: number
  readonly areaId: number
}

/** What devices said of their version since it was last looked; answers where one is another now. */
async function keepVersions(db: Kysely<Database>): Promise<Touched[]> {
  const names = sql.join(FIRMWARE_WORDS.map((name) => sql.lit(name)))
  const { rows } = await sql<Touched>`
    with said as (
      select distinct on (w.device_id) w.device_id, w.tenant_id, left(btrim(w.value, '"'), 64) as version, w.at
      from device_word w left join device_firmware k on k.device_id = w.device_id
      where w.name in (${names}) and (k.device_id is null or k.said_at < w.at) and w.value ~ ${PLAIN} order by w.device_id, w.at desc
    ), kept as (
      insert into device_firmware as f (device_id, tenant_id, version, since, said_at)
      select device_id, tenant_id, version, at, at from said
      on conflict (device_id) do update set version = excluded.version, said_at = excluded.said_at,
        since = case when f.version = excluded.version then f.since else excluded.since end
      returning device_id, since = said_at as is_new
    )
    select distinct d.tenant_id as "tenantId", d.area_id as "areaId" from kept join device d on d.id = kept.device_id where kept.is_new`.execute(
    db,
  )
  return rows
}

/** What came of offers, by what their devices say; answers where something did. */
async function judgeOffers(db: Kysely<Database>, now: number): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    with judged as (
      select o.id, case when says.version = w.version then 'taken' else 'notTaken' end as outcome, says.said_at, o.device_id
      from firmware_offer o join firmware w on w.id = o.firmware_id join device_firmware says on says.device_id = o.device_id
        left join command c on c.id = o.id
      where (o.outcome is null or o.outcome = 'notTaken') and says.said_at >= o.offered_at
        and case when says.version = w.version then true
          else o.outcome is null and c.state = 'observed' and says.said_at > c.state_at and c.state_at + ${FIRMWARE_WAIT_MS} <= ${now} end
    ), ended as (
      update firmware_offer o set outcome = j.outcome, ended_at = case j.outcome when 'taken' then j.said_at else ${now} end
      from judged j where j.id = o.id returning o.device_id
    )
    select distinct d.tenant_id as "tenantId", d.area_id as "areaId" from ended join device d on d.id = ended.device_id`.execute(db)
  return rows
}
