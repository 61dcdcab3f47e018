import { DOSING } from '#contract/devices/interlock'
import { DOSE_TARGET } from '#contract/devices/verbs'
import { type InterlockRow, lackOf, readFacts } from './interlockFacts.ts'
import { judge } from './interlockJudge.ts'
import type { Rule } from './rule.ts'

const GUARDS =
  'select id, name, circuit, need, grace_ms from interlock where device_id = $1 and (circuit is null or circuit = $2) order by id'

/** Whether a circuit, or a dose, may be started now, or which interlock forbids it and why, as `lackOf` says it. */
export const interlocksAllow: Rule = async (ask, { order, starts }, now) => {
  const { deviceId, target, circuit: turned } = order.subject
  const circuit = target === DOSE_TARGET ? DOSING : turned
  if (!starts || circuit === null) return null
  const { rows } = await ask<InterlockRow>(GUARDS, [deviceId, circuit])
  if (rows.length === 0) return null
  const facts = await readFacts(
    ask,
    rows.map(({ need }) => need),
    now,
  )
  for (const { name, need, grace_ms: graceMs } of rows) {
    const lacking = judge({ need, graceMs }, facts, now, null)
    if (lacking !== null) return lackOf(name, lacking)
  }
  return null
}
