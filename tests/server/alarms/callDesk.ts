import type { DutyStep } from '#contract/alarms/duty'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { ChannelKind, Shift } from '#contract/alarms/staff'
import { deliverJob } from '#server/alarms/people/deliver'
import { escalateJob } from '#server/alarms/people/escalate'
import { forgetSentJob } from '#server/alarms/people/forget'
import { GATHER_MS } from '#server/alarms/people/gather'
import { pushKeysOf } from '#server/alarms/people/send/pushKeys'
import { createSender } from '#server/alarms/people/send/sender'
import { type Config, DEFAULT_RETENTION } from '#server/ground/config'
import { silentLog } from '../database/testDatabase.ts'
import { alarmDesk } from './alarmDesk.ts'

export interface GivenChannel {
  readonly kind: ChannelKind
  readonly address?: string
  readonly secret?: string
  readonly severity?: AlarmSeverity
}

/** The records of alarms with people whom bases call on; jobs run when they are told to, by a clock that stands until it is moved. */
export async function callDesk(given: Partial<Pick<Config, 'alarms' | 'sms' | 'publicUrl'>> = {}) {
  const desk = await alarmDesk()
  const config = {
    alarms: { allow: [], smtp: null },
    sms: { url: null, key: null },
    publicUrl: null,
    retention: DEFAULT_RETENTION,
    ...given,
  } as unknown as Config
  const { serviceDb } = desk.store
  const context = { clock: () => desk.now, live: desk.live as never, log: silentLog, config, serviceDb }
  const pushKeys = pushKeysOf(serviceDb)
  const sender = createSender({ ...context, pushKeys, leash: { patienceMs: 500 } })
  const [escalate, deliver, forget] = [escalateJob(context), deliverJob(context, sender), forgetSentJob(context)]
  const turn = { tenantId: null, key: '', payload: {}, dueAt: 0 }
  type Pond = Awaited<ReturnType<typeof desk.aPond>>

  return Object.assign(desk, {
    config,
    pushKeys,
    async escalate() {
      if (!('once' in escalate)) throw new Error('not a job of one transaction')
      await serviceDb.transaction().execute((work) => escalate.once(work, turn, new AbortController().signal))
      escalate.committed?.()
    },
    async deliver(signal = new AbortController().signal) {
      if (!('steps' in deliver)) throw new Error('not a job of steps')
      await deliver.steps(turn, signal)
    },
    async forget() {
      if (!('once' in forget)) throw new Error('not a job of one transaction')
      await serviceDb.transaction().execute((work) => forget.once(work, turn, new AbortController().signal))
    },
    /** Lets what is raised come due and be told. */
    async tellAll() {
      desk.now += GATHER_MS
      await desk.tell()
    },
    /** Somebody of the pond's base. */
    async aPerson(
      { t, area }: Pond,
      name: string,
      channels: readonly GivenChannel[],
      more: { shifts?: Shift[]; enabled_flag?: number; user_id?: number; language?: string } = {},
    ) {
      const { shifts = [], language = 'en-US', ...rest } = more
      const { id } = await desk.build.insert('alarm_staff', {
        tenant_id: t,
        name,
        language,
        shifts: JSON.stringify(shifts) as never,
        ...rest,
      })
      await desk.build.insert('alarm_staff_area', { tenant_id: t, staff_id: id, area_id: area.id })
      for (const [nth, { kind, address = '', secret = null, severity = 'indeterminate' }] of channels.entries())
        await desk.build.insert('alarm_channel', { tenant_id: t, staff_id: id, nth, kind, address, secret, severity })
      return id
    },
    /** Whom the pond's base calls on. */
    aDuty: ({ t, area }: Pond, steps: readonly DutyStep[], severity: AlarmSeverity = 'indeterminate') =>
      desk.build.insert('alarm_duty', { tenant_id: t, area_id: area.id, severity, steps: JSON.stringify(steps) as never }),
    sentIn: (tenantId: number) =>
      desk.ask<{ name: string; kind: string; step: number; alarms: number; key: string; tries: number; dueAt: number | null }>(
        `select staff_name as name, kind, step, cardinality(alarm_ids) as alarms, key, tries, due_at as "dueAt"
         from furrow.alarm_delivery where tenant_id = $1 order by id`,
        [tenantId],
      ),
    triesIn: (tenantId: number) =>
      desk.ask<{ nth: number; state: string; why: string | null; code: number | null; at: number }>(
        'select nth, state, why, code, at from furrow.alarm_attempt where tenant_id = $1 order by delivery_id, nth',
        [tenantId],
      ),
    toldOf: (alarmId: number) =>
      desk.ask<{ what: string; words: string | null }>(
        `select what, words from furrow.alarm_event where alarm_id = $1 and what in ('called', 'nobodyOnDuty', 'unreached') order by id`,
        [alarmId],
      ),
  })
}
