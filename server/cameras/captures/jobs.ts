import { type Kysely, sql } from 'kysely'
import { TRIED_FOR_MS } from '#contract/cameras/capture'
import { type Job, setTimer } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { chooseCameras } from '../alarmPictures/choose.ts'
import { writeDue } from './due.ts'
import { NotWanted, takeFor } from './takeFor.ts'

const LOOK_MS = 1000
const RETENTION_MS = 3_600_000
const DAY_MS = 86_400_000
/** Pictures under way together. */
const AT_ONCE = 3
/** A try that ended with its server is made again after this long: longer than any try takes. */
const AGAIN_MS = 30_000
/** An alarm's picture is tried for so long, and shared by the alarms of one camera within so long, ms. */
const ALARM_TRIED_FOR_MS = 60_000
const SHARED_MS = 30_000
const FORGOTTEN_AT_ONCE = 5000
const TAKE = 'cameras.capture'

interface Want {
  readonly kind: 'capture' | 'alarm_picture'
  readonly id: number
  readonly tenant_id: number
  readonly device_id: number | null
  readonly since: number
}

/** Every second: what has become due, and which camera is to look at a new alarm. Short; whoever takes pictures is told by a timer. */
export function dueJob({ clock }: Pick<Context, 'clock'>): Job {
  return {
    name: 'cameras.due',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      const now = clock()
      await writeDue(work, now)
      await chooseCameras(work, now)
      const { rows } = await sql<{ waits: boolean }>`select exists (select from capture where state = 'due' and again_at <= ${now})
        or exists (select from alarm_picture where state = 'due' and again_at <= ${now}) as waits`.execute(work)
      if (rows[0]!.waits) await setTimer(work, { name: TAKE }, { tenantId: null, key: '', at: now, payload: {} })
    },
  }
}

/** The oldest wanted picture that nobody is taking, which is from now on taken here; pictures of alarms first. */
async function claim(db: Kysely<Database>, now: number): Promise<Want | null> {
  const one = async (kind: Want['kind'], since: string) =>
    (
      await sql<Want>`update ${sql.table(kind)} set again_at = ${now + AGAIN_MS} where id = (select id from ${sql.table(kind)}
        where state = 'due' and again_at <= ${now} order by again_at, id limit 1 for update skip locked)
      returning ${kind}::text as kind, id, tenant_id, device_id, ${sql.ref(since)} as since`.execute(db)
    ).rows[0] ?? null
  return (await one('alarm_picture', 'told_at')) ?? one('capture', 'due_at')
}

/**
 * Takes what is wanted until nothing is. Of a due moment there is one picture: its file and its row are committed together, and only while the row
 * still waits.
 */
export function takeJob(context: Context): Job {
  const { serviceDb, clock, live } = context
  async function tell({ tenant_id: tenantId, device_id: cameraId, id }: Want): Promise<void> {
    if (cameraId === null) return
    const device = await serviceDb.selectFrom('device').select('area_id').where('id', '=', cameraId).executeTakeFirst()
    if (device) live.changed(tenantId, 'cameraCapture', id, device.area_id)
  }
  async function take(want: Want): Promise<void> {
    const { kind, id, tenant_id: tenantId, device_id: cameraId, since } = want
    if (kind === 'alarm_picture' && (await share(serviceDb, want, clock()))) return tell(want)
    const why =
      cameraId === null
        ? 'off'
        : await takeFor(context, {
            tenantId,
            cameraId,
            bucket: 'captures',
            async keep(scope, fileUrl, takenAt) {
              const { rows } =
                await sql`update ${sql.table(kind)} set state = 'taken', taken_at = ${takenAt}, file_url = ${fileUrl}, why = null,
                again_at = null where id = ${id} and tenant_id = ${tenantId} and state = 'due' returning id`.execute(scope.raw)
              if (rows.length === 0) throw new NotWanted()
              await sayUses(scope.raw, { tenantId, table: kind, id }, { texts: [fileUrl] })
            },
          })
    if (why !== null) {
      const isOver = clock() + AGAIN_MS > since + (kind === 'capture' ? TRIED_FOR_MS : ALARM_TRIED_FOR_MS)
      await sql`update ${sql.table(kind)} set why = ${why}, state = ${isOver ? 'missed' : 'due'},
        again_at = ${isOver ? null : clock() + AGAIN_MS} where id = ${id} and state = 'due'`.execute(serviceDb)
      if (!isOver) return
    }
    await tell(want)
  }
  return {
    name: TAKE,
    missed: 'catchUp',
    async steps(_turn, signal) {
      async function takeSome(): Promise<void> {
        for (let want = await claim(serviceDb, clock()); want !== null && !signal.aborted; want = await claim(serviceDb, clock()))
          await take(want)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, takeSome))
    },
  }
}

/** Whether another alarm has a picture of this camera that is new enough to be this one's, too. */
async function share(db: Kysely<Database>, { id, tenant_id: tenantId, device_id: cameraId, since }: Want, now: number): Promise<boolean> {
  return db.transaction().execute(async (work) => {
    const { rows } = await sql<{
      file_url: string
    }>`update alarm_picture p set state = 'taken', taken_at = o.taken_at, file_url = o.file_url,
        again_at = null, why = null
      from (select taken_at, file_url from alarm_picture where tenant_id = ${tenantId} and device_id = ${cameraId} and state = 'taken'
        and taken_at > ${now - SHARED_MS} and taken_at >= ${since - SHARED_MS} order by taken_at desc limit 1) o
      where p.id = ${id} and p.state = 'due' returning p.file_url`.execute(work)
    if (rows.length > 0) await sayUses(work, { tenantId, table: 'alarm_picture', id }, { texts: [rows[0]!.file_url] })
    return rows.length > 0
  })
}

/** Lets pictures and misses go that are older than their plan keeps them. */
export function forgetCapturesJob({ clock }: Pick<Context, 'clock'>): Job {
  return {
    name: 'cameras.forgetCaptures',
    every: RETENTION_MS,
    missed: 'catchUp',
    async once(work) {
      await sql`delete from capture where id in (select c.id from capture c join capture_plan p on p.id = c.plan_id
        where c.due_at < ${clock()} - p.keep_days * ${DAY_MS}::bigint order by c.id limit ${FORGOTTEN_AT_ONCE})`.execute(work)
    },
  }
}
