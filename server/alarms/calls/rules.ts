import { type ExpressionBuilder, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { READY_NAMES, type ReadyName, readyRules } from '#contract/alarms/ready'
import { type AlarmRule, type AlarmRuleBody, MOST_RULES } from '#contract/alarms/rule'
import type { AlarmFace } from '#contract/alarms/alarm'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { WatchLogic } from '#contract/watch/logic'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { say } from '../../ground/words.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms } from '../events.ts'
import { facesOf } from '../faces.ts'
import { ALARM_WATCH } from '../record/kind.ts'
import { clearOfGoneRule, clearOutOfScope } from '../record/outOfScope.ts'
import { mustStandThere } from './asked.ts'

const columns = [
  'alarm_rule.id',
  'alarm_rule.area_id',
  'alarm_rule.name',
  'alarm_rule.severity',
  'alarm_rule.advice',
  'alarm_rule.logic',
  'alarm_rule.enabled_flag',
  'alarm_rule.version',
  'alarm_rule.ready',
  'alarm_rule.updated_at',
  'alarm_rule.object_version_number',
] as const
const active = (eb: ExpressionBuilder<Database, 'alarm_rule'>) =>
  eb
    .selectFrom('alarm')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .whereRef('alarm.rule_id', '=', 'alarm_rule.id')
    .where('alarm.cleared_at', 'is', null)
    .as('active')
const rulesOf = (scope: Scope) => scope.select('alarm_rule')

const factsOf = ({ name, severity, advice, areaId, ...logic }: AlarmRuleBody) => ({
  area_id: areaId,
  name: name.trim(),
  severity,
  advice: advice.trim(),
  logic: JSON.stringify(logic satisfies WatchLogic),
})

/** The rules of what is watched for. */
export function alarmRuleHandlers({
  clock,
  live,
  watching,
}: Pick<Context, 'clock' | 'live' | 'watching'>): Handlers<CallGroups['alarmRule']> {
  const announcer = announcerOf(live)
  type Row = Awaited<ReturnType<typeof readOne>>
  const readOne = async (scope: Scope, id: number) => {
    const row = await rulesOf(scope).select(columns).select(active).where('alarm_rule.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return row
  }
  const toRule = (tenantId: number, row: Row): AlarmRule => {
    const { watched, unknown } = watching.standing(ALARM_WATCH, tenantId, row.id)
    return {
      id: row.id,
      areaId: row.area_id,
      name: row.name,
      severity: row.severity as AlarmSeverity,
      advice: row.advice,
      ...row.logic,
      enabledFlag: row.enabled_flag,
      version: row.version,
      ready: row.ready,
      devices: watched,
      unknown,
      active: row.active ?? 0,
      updatedAt: row.updated_at ?? 0,
      objectVersionNumber: row.object_version_number,
    }
  }

  /** Writes rules, one writer at a time, and tells of the rule and of the alarms that it cleared. */
  async function writing(
    asking: Asking,
    act: (scope: Scope, now: number) => Promise<{ id: number; cleared?: readonly number[]; leftBase?: number }>,
  ): Promise<AlarmRule> {
    const { tenantId } = asking.grant
    const now = clock()
    const { rule, faces, leftBase } = await asking.inTenant(async (scope) => {
      await lockAlarms(scope.raw, tenantId)
      const { id, cleared = [], leftBase: left } = await act(scope, now)
      return { rule: toRule(tenantId, await readOne(scope, id)), faces: await facesOf(scope.raw, tenantId, cleared), leftBase: left }
    })
    if (leftBase !== undefined && leftBase !== rule.areaId) live.changed(tenantId, 'alarmRule', rule.id, leftBase)
    tell(tenantId, rule, faces, now)
    return rule
  }
  function tell(tenantId: number, { id, areaId }: Pick<AlarmRule, 'id' | 'areaId'>, faces: readonly AlarmFace[], now: number): void {
    live.changed(tenantId, 'alarmRule', id, areaId)
    announcer.say(tenantId, faces, now)
  }

  async function mustHaveRoom(scope: Scope, areaId: number): Promise<void> {
    const { n } = await rulesOf(scope)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('alarm_rule.area_id', '=', areaId)
      .executeTakeFirstOrThrow()
    if (n >= MOST_RULES) throw new CallFailure('error.alarm.mostRules', { most: MOST_RULES })
  }
  const made = async (scope: Scope, row: ReturnType<typeof factsOf> & { ready?: string; enabled_flag?: number }) =>
    scope.insert('alarm_rule', [row]).returning('alarm_rule.id').executeTakeFirstOrThrow()

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        let rows = rulesOf(scope).where('alarm_rule.area_id', '=', query.areaId)
        if (query.name?.trim()) rows = rows.where('alarm_rule.name', '~', containing(query.name))
        if (query.enabledFlag != null) rows = rows.where('alarm_rule.enabled_flag', '=', query.enabledFlag)
        const page = await readPage(query, rows, (all) =>
          all.select(columns).select(active).orderBy('alarm_rule.rank').orderBy('alarm_rule.name').orderBy('alarm_rule.id'),
        )
        return { ...page, content: page.content.map((row) => toRule(scope.tenantId, row)) }
      }),

    get: ({ params }, asking) => asking.inTenant(async (scope) => toRule(scope.tenantId, await readOne(scope, params.id))),

    add: ({ body }, asking) =>
      writing(asking, async (scope) => {
        await mustSeeBase(scope, body.areaId)
        await mustStandThere(scope, body.areaId, body.scope)
        await mustHaveRoom(scope, body.areaId)
        return made(scope, factsOf(body))
      }),

    edit: ({ params, body: { objectVersionNumber, ...body } }, asking) =>
      writing(asking, async (scope, now) => {
        const before = await readOne(scope, params.id)
        await mustSeeBase(scope, body.areaId)
        await mustStandThere(scope, body.areaId, body.scope)
        if (body.areaId !== before.area_id) await mustHaveRoom(scope, body.areaId)
        const facts = factsOf(body)
        const row = await scope
          .update('alarm_rule')
          .set({
            ...facts,
            // Another name, or other words, leave what it watches for as it is.
            version: sql<number>`version + case when logic = ${facts.logic}::jsonb and area_id = ${body.areaId} then 0 else 1 end`,
            object_version_number: sql<number>`object_version_number + 1`,
          })
          .where('alarm_rule.id', '=', params.id)
          .where('alarm_rule.object_version_number', '=', objectVersionNumber)
          .returning('alarm_rule.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return { id: row.id, cleared: await clearOutOfScope(scope.raw, scope.tenantId, now, row.id), leftBase: before.area_id }
      }),

    enable: ({ params, body }, asking) =>
      writing(asking, async (scope, now) => {
        const { id, enabled_flag: before } = await readOne(scope, params.id)
        if (before === body.enabledFlag) return { id }
        await scope
          .update('alarm_rule')
          .set({
            enabled_flag: body.enabledFlag,
            version: sql<number>`version + 1`,
            object_version_number: sql<number>`object_version_number + 1`,
          })
          .where('alarm_rule.id', '=', id)
          .execute()
        return { id, cleared: await clearOutOfScope(scope.raw, scope.tenantId, now, id) }
      }),

    async remove({ params }, asking) {
      const { tenantId } = asking.grant
      const now = clock()
      const { areaId, faces } = await asking.inTenant(async (scope) => {
        await lockAlarms(scope.raw, tenantId)
        const { id, area_id: area } = await readOne(scope, params.id)
        const cleared = await clearOfGoneRule(scope.raw, tenantId, id, now)
        await scope.remove('alarm_rule').where('alarm_rule.id', '=', id).execute()
        return { areaId: area, faces: await facesOf(scope.raw, tenantId, cleared) }
      })
      tell(tenantId, { id: params.id, areaId }, faces, now)
      return 1
    },

    adopt: ({ body: { areaId, ready } }, asking) =>
      writing(asking, async (scope) => {
        await mustSeeBase(scope, areaId)
        if (!isReady(ready)) throw faultyField(asking.language, 'ready', 'choice')
        const before = await rulesOf(scope)
          .select('alarm_rule.id')
          .where('alarm_rule.area_id', '=', areaId)
          .where('alarm_rule.ready', '=', ready)
          .executeTakeFirst()
        if (before) return before
        await mustHaveRoom(scope, areaId)
        const { severity, logic } = readyRules[ready]
        const words = (of: 'name' | 'advice') => say(asking.language, `alarms:ready.${ready}.${of}`)
        const facts = factsOf({ areaId, name: words('name'), advice: words('advice'), severity, ...logic })
        return made(scope, { ...facts, ready, enabled_flag: 1 })
      }),
  }
}

const isReady = (name: string): name is ReadyName => (READY_NAMES as readonly string[]).includes(name)
