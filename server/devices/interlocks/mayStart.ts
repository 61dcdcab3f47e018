import type pg from 'pg'
import { DOSING } from '#contract/devices/interlock'
import { DOSE_TARGET } from '#contract/devices/verbs'
import { type InterlockRow, lackOf, readFacts } from './facts.ts'
import { judge } from './judge.ts'

/** Whether a circuit, or a dose, may be started now: null, or which interlock forbids it and why, as `lackOf` says it. */
export type MayStart = (of: {
  readonly deviceId: number
  readonly circuit: number | null
  readonly target: string
}) => Promise<string | null>

export const interlocksAllow =
  ({ pool, clock }: { pool: pg.Pool; clock: () => number }): MayStart =>
  async ({ deviceId, circuit: turned, target }) => {
    const circuit = target === DOSE_TARGET ? DOSING : turned
    if (circuit === null) return null
    const { rows } = await pool.query<InterlockRow>(
      'select id, name, circuit, need, grace_ms from interlock where device_id = $1 and (circuit is null or circuit = $2) order by id',
      [deviceId, circuit],
    )
    if (rows.length === 0) return null
    const now = clock()
    const facts = await readFacts(
      (text, values) => pool.query(text, values),
      rows.map(({ need }) => need),
      now,
    )
    for (const { name, need, grace_ms: graceMs } of rows) {
      const lacking = judge({ need, graceMs }, facts, now, null)
      if (lacking !== null) return lackOf(name, lacking)
    }
    return null
  }
