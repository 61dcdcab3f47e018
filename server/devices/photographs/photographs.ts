import { createHash } from 'node:crypto'
import { settingsOf } from '#contract/devices/settings'
import { isDeviceType } from '#contract/devices/deviceType'
import { type Job, setTimer } from '../../ground/clock/job.ts'
import type { Scope } from '../../ground/database/scope.ts'
import type { Context } from '../../ground/contents.ts'
import { momentOf, wallClock } from '#contract/core/zonedMoment'
import { askPhotograph } from './uploads.ts'

const NAME = 'devices.photograph'
/** A lamp that was not there is asked again after this long, until its next time, ms. */
const AGAIN_MS = 60_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** When a lamp is photographed, as its settings say it. */
export interface Plan {
  /** `HH:mm` of every day; null: round the clock. */
  readonly lampStart: string | null
  readonly controlMinutes: number
  readonly photoMinutes: number
}
interface Payload extends Plan {
  readonly zone: string
  /** The regular time after which it is a further try. */
  readonly regular: number
}

/** The next time after a moment, ms UTC: with the beginning of the control mode, every so many minutes, and no longer than it lasts. */
export function nextPhotograph({ lampStart, controlMinutes, photoMinutes }: Plan, after: number, zone: string): number {
  const every = photoMinutes * MINUTE
  if (lampStart === null) return Math.floor(after / every) * every + every
  const minutes = Number(lampStart.slice(0, 2)) * 60 + Number(lampStart.slice(3))
  const today = Math.floor(wallClock(after, zone) / DAY) * DAY
  for (let day = today - DAY; ; day += DAY) {
    const begin = momentOf(day + minutes * MINUTE, zone)
    const next = begin + Math.max(0, Math.floor((after - begin) / every) + 1) * every
    if (next <= begin + controlMinutes * MINUTE) return next
  }
}

const planOf = ({ lampStart, controlMinutes, photoMinutes }: Readonly<Record<string, unknown>>): Plan | null =>
  typeof photoMinutes === 'number' && typeof controlMinutes === 'number'
    ? { lampStart: typeof lampStart === 'string' ? lampStart : null, controlMinutes, photoMinutes }
    : null

/** Sets, moves or takes away the timer of a device's photographs, as its new settings say; nothing where its type takes none. */
export async function arrangePhotographs(
  scope: Scope,
  deviceId: number,
  settings: Readonly<Record<string, unknown>>,
  zone: string,
  now: number,
): Promise<void> {
  if (!('photoMinutes' in settings)) return
  const plan = planOf(settings)
  if (plan === null) {
    await scope.raw
      .deleteFrom('job')
      .where('name', '=', NAME)
      .where('tenant_id', '=', scope.tenantId)
      .where('key', '=', String(deviceId))
      .execute()
    return
  }
  const at = nextPhotograph(plan, now, zone)
  await setTimer<Payload>(
    scope.raw,
    { name: NAME },
    { tenantId: scope.tenantId, key: String(deviceId), at, payload: { ...plan, zone, regular: at } },
  )
}

/** When the clock photographs a device next; null where it does not. */
export async function nextOf(scope: Scope, deviceId: number): Promise<number | null> {
  const row = await scope.raw
    .selectFrom('job')
    .select('due_at')
    .where('name', '=', NAME)
    .where('tenant_id', '=', scope.tenantId)
    .where('key', '=', String(deviceId))
    .executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * Photographs a lamp at its times. The address of a time has an id that follows from it, so a kill between the asking and the end of the job
 * asks no second time for one picture. A time that was missed is caught up once.
 */
export function photographTimer(services: Pick<Context, 'serviceDb' | 'desk' | 'clock' | 'files'>): Job<Payload> {
  const { serviceDb, clock } = services
  return {
    name: NAME,
    missed: 'catchUp',
    async steps({ tenantId, key, payload, dueAt }) {
      const lamp = await serviceDb
        .selectFrom('device')
        .select(['id', 'eui', 'device_type', 'enabled_flag'])
        .where('id', '=', Number(key))
        .where('tenant_id', '=', tenantId!)
        .executeTakeFirst()
      // Deleted, or of another type by now.
      if (!lamp || !isDeviceType(lamp.device_type) || !('photoMinutes' in settingsOf(lamp.device_type))) return
      const left =
        lamp.enabled_flag === 0 ||
        (
          await askPhotograph(
            services,
            { tenantId: tenantId!, id: lamp.id, eui: lamp.eui },
            { by: 'timer', name: NAME, userId: null },
            idOf(lamp.id, dueAt),
          )
        )?.result !== 0
      const now = clock()
      const regular = nextPhotograph(payload, Math.max(now, payload.regular), payload.zone)
      const at = left ? regular : Math.min(regular, now + AGAIN_MS)
      const next = { ...payload, regular: at === regular ? regular : payload.regular }
      await setTimer<Payload>(serviceDb, { name: NAME }, { tenantId: tenantId!, key, at, payload: next })
    },
  }
}

/** A uuid that follows from a lamp and a time. */
function idOf(deviceId: number, at: number): string {
  const hex = createHash('sha256').update(`${deviceId}/${at}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
