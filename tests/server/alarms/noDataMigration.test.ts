import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Condition, Seen, Verdict } from '#contract/watch/condition'
import { up } from '#server/alarms/migrations/202611281600_no_data_alarms'
import { baselineDatabase } from '../database/baselineDatabase.ts'
import { oxygenLow } from './anAlarm.ts'

let database: Awaited<ReturnType<typeof baselineDatabase>>
let owner: pg.Pool
beforeEach(async () => {
  database = await baselineDatabase()
  ;({ owner } = database)
})
afterEach(() => database?.close())

const oxygen = oxygenLow.when
const sun: Condition = { kind: 'sun', is: 'up', shift: 0 }
const saw = (...verdicts: Verdict[]): Seen[] =>
  verdicts.map((verdict, nth) => ({ verdict, itemId: nth === 0 ? 11 : null, value: 7.8, at: 500 + nth, than: null }))

test('what goes on under an older version is told apart by what was seen, and goes on', async () => {
  await owner.query(
    `insert into tenant (id, name, num) values (5, 'Old', 'T-1'); insert into area (id, tenant_id, area_name) values (6, 5, 'North');
     insert into device (id, tenant_id, area_id, name, eui, device_type, secret_hash) values (9, 5, 6, 'Pond', 'pond-9', 'gateway', 'x')`,
  )
  const logics = {
    1: { ...oxygenLow, noData: 'raise' },
    2: { ...oxygenLow, noData: 'raise' },
    3: oxygenLow,
    // Changed since: what was seen was seen under another condition.
    5: { ...oxygenLow, noData: 'raise', when: { kind: 'any', of: [oxygen, sun] } },
    4: {
      ...oxygenLow,
      noData: 'raise',
      when: {
        kind: 'all',
        of: [
          { kind: 'not', of: sun },
          { kind: 'any', of: [oxygen, sun] },
        ],
      },
    },
  }
  for (const [id, logic] of Object.entries(logics))
    await owner.query(
      `insert into alarm_rule (id, tenant_id, area_id, name, severity, logic) values ($1::bigint, 5, 6, 'Rule ' || $1::text, 'major', $2)`,
      [id, logic],
    )
  const seen = { 1: saw('unknown'), 2: saw('yes'), 3: saw('unknown'), 4: saw('no', 'unknown', 'no'), 5: saw('unknown', 'yes') }
  const whenOf = (id: string, when: Condition): Condition => (id === '5' ? { kind: 'all', of: [oxygen, sun] } : when)
  for (const [id, one] of Object.entries(seen)) {
    const logic = logics[Number(id) as keyof typeof logics]
    await owner.query(
      `insert into alarm (tenant_id, area_id, severity, rule_id, rule_name, device_id, device_name, device_type, raised_at, told_at, episode_at, item_id, value,
         limit_value, direction, reason) values (5, 6, 'major', $1, 'Rule', 9, 'Pond', 'gateway', 1000, 1000, 1000, 11, 7.8, 3, 'below', $2)`,
      [id, { when: whenOf(id, logic.when as Condition), holdSeconds: 0, since: 900, seen: one, version: 1 }],
    )
    await owner.query(
      `insert into watch_state (tenant_id, kind, rule_id, device_id, ordinal, fingerprint, kept, tells_loss, kept_at) values (5, 'alarm', $1, 9, 0, 'f', $2, false, 1)`,
      [
        id,
        {
          base: { at: 1100, startedAt: 0, phase: 'firing', since: 900, active: { raisedAt: 1000, since: 900, seen: one }, unknown: true },
          told: [{ raisedAt: 1000, since: 900, seen: one, cleared: null }],
        },
      ],
    )
  }
  await owner.query(
    `insert into watch_state (tenant_id, kind, rule_id, device_id, ordinal, fingerprint, kept, tells_loss, kept_at)
     values (5, 'alarm', 1, 10, 0, 'f', $1, false, 1), (5, 'alarm', 99, 9, 0, 'f', $1, false, 1)`,
    [{ base: { at: 1100, startedAt: 0, phase: 'pending', since: 900, active: null, unknown: true }, told: [] }],
  )
  await owner.query(up())

  const { rows: alarms } = await owner.query(
    'select rule_id::int as rule, cause, value, direction, seen_at::int as "seenAt" from alarm order by rule_id',
  )
  const nothing = { cause: 'noData', value: null, direction: 'none', seenAt: 500 }
  const known = { cause: 'condition', value: 7.8, direction: 'below', seenAt: 500 }
  // Of rule 3 nothing is raised where nothing is known: whatever its alarm saw, it is of the condition.
  expect(alarms).toMatchObject([
    { rule: 1, ...nothing },
    { rule: 2, ...known },
    { rule: 3, ...known },
    { rule: 4, ...nothing },
    { rule: 5, ...nothing },
  ])
  const { rows: states } = await owner.query<{
    rule: number
    device: number
    kept: { base: Record<string, unknown>; told: { cause: string }[] }
  }>('select rule_id::int as rule, device_id::int as device, kept from watch_state order by rule_id, device_id')
  const courses = states.map(({ rule, device, kept: { base, told } }) => ({
    of: `${rule}/${device}`,
    condition: (base['condition'] as { phase: string }).phase,
    noData: (base['noData'] as { phase: string } | null)?.phase ?? null,
    told: told.map(({ cause }) => cause),
  }))
  expect(courses).toEqual([
    { of: '1/9', condition: 'normal', noData: 'firing', told: ['noData'] },
    { of: '1/10', condition: 'normal', noData: 'normal', told: [] },
    { of: '2/9', condition: 'firing', noData: 'normal', told: ['condition'] },
    { of: '3/9', condition: 'firing', noData: null, told: ['condition'] },
    { of: '4/9', condition: 'normal', noData: 'firing', told: ['noData'] },
    { of: '5/9', condition: 'normal', noData: 'firing', told: ['noData'] },
  ])
  expect(states[0]!.kept.base).toEqual({
    at: 1100,
    startedAt: 0,
    unknown: true,
    condition: { phase: 'normal', since: 900, active: null },
    noData: { phase: 'firing', since: 900, active: { raisedAt: 1000, since: 900, seen: saw('unknown') } },
  })
  const left = await owner.query(
    `select from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'furrow' and proname in ('cause_of', 'tree_verdict', 'told_cause')`,
  )
  expect(left.rowCount).toBe(0)
})
