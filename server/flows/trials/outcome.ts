import { sql } from 'kysely'
import { type Checks, eachChecks, type FlowDefinition } from '#contract/flows/definition'
import type { Judged } from '#contract/flows/run'
import { type FlowOutcome, MOST_TRIED_RUNS, type TriedRun } from '#contract/flows/trial'
import type { Verdict } from '#contract/watch/condition'
import { beginning } from '#machines/flows/cursor'
import { rehearse, type Told } from '#machines/flows/rehearse'
import { joined } from '#machines/flows/verdicts'
import { saidAt, type Timeline } from '#machines/watch/timeline'
import type { Context } from '../../ground/contents.ts'
import type { Period } from '../../ground/watch/replay.ts'
import { timelinesOf } from '../../ground/watch/timelines.ts'
import type { Progress, Rehearsed } from '../../ground/watch/trials/kind.ts'
import { circuitsOf, readCircuits, readGroups } from '../run/circuits.ts'
import { judgeChecks } from '../run/looks.ts'
import { type HistoricStart, startsOf } from './starts.ts'

export interface Rehearsal extends Rehearsed<FlowOutcome> {
  readonly commands: readonly Told[]
}

/** A turn of the event loop is left to others after so many runs. */
const A_TURN = 20

/**
 * What a flow would have done in a period, by what is stored of it: the same evaluator finds what would have started it and what its checks would have
 * said, and the same steps are walked in virtual time. Nothing is told and nothing turned; the same rows answer the same.
 */
export async function rehearseFlow(
  { serviceDb, servicePool }: Pick<Context, 'serviceDb' | 'servicePool'>,
  period: Period,
  definition: FlowDefinition,
  { signal, onProgress }: Progress,
): Promise<Rehearsal> {
  const all = eachChecks(definition).map(({ checks }) => checks)
  const total = definition.triggers.length + all.flatMap(({ of }) => of).length + 1
  let done = 0
  const step = () => onProgress(++done, total)
  onProgress(0, total)
  const known: (number | null)[] = []

  const starts: HistoricStart[] = []
  for (const trigger of definition.triggers) {
    const found = await startsOf({ serviceDb, servicePool }, period, trigger, signal)
    starts.push(...found.starts)
    known.push(found.knownSince)
    step()
  }
  starts.sort((one, other) => one.at - other.at)

  const drawn = new Map<Checks, Timeline[][]>()
  for (const checks of all) {
    const lines: Timeline[][] = []
    for (const look of checks.of) {
      const found = await timelinesOf(servicePool, { ...period, look, signal })
      lines.push(found.lines)
      if (look.deviceId !== null) known.push(found.knownSince)
      step()
    }
    drawn.set(checks, lines)
  }
  const verdict = (checks: Checks, at: number): Verdict =>
    joined(
      checks.join,
      drawn.get(checks)!.map((lines) =>
        lines.length === 0
          ? 'unknown'
          : joined(
              'all',
              lines.map((line) => saidAt(line, at)),
            ),
      ),
    )

  const groups = await readGroups(serviceDb, period, definition)
  const circuits = await readCircuits(serviceDb, { ...period, runId: 0, priority: 0 }, circuitsOf(definition, beginning(groups, 0, 0)))
  const rest = (id: number) => circuits.get(id)?.rest ?? null
  const runs: TriedRun[] = []
  const commands: Told[] = []
  let counted = { ran: 0, notRun: 0 }
  let busyUntil = -Infinity
  for (let nth = 0; nth < starts.length; nth++) {
    if (nth % A_TURN === 0) {
      signal.throwIfAborted()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const start = starts[nth]!
    const { cause, name } = start
    const notRun = async (at: number, reason: TriedRun['reason'], checks: readonly Judged[] = []) => {
      counted = { ...counted, notRun: counted.notRun + 1 }
      if (runs.length < MOST_TRIED_RUNS)
        runs.push({ at, cause, name, reason, ran: false, endedAt: null, checks: [...checks], commands: [] })
    }
    let { at } = start
    if (at < busyUntil) {
      if (definition.whileRunning === 'skip') {
        await notRun(at, 'alreadyRunning')
        continue
      }
      if (definition.whileRunning === 'queue') at = busyUntil
    }
    if (definition.only !== null) {
      const said = verdict(definition.only, at)
      if (said !== 'yes') {
        const checks = runs.length < MOST_TRIED_RUNS ? await judgeChecks(servicePool, { ...period, at }, definition.only) : []
        await notRun(at, said === 'no' ? 'conditionNo' : 'conditionUnknown', checks)
        continue
      }
    }
    const next = starts[nth + 1]
    const stopAt = definition.whileRunning === 'restart' ? next?.at : undefined
    const run = rehearse(definition, { at, groups, rest, verdict, ...(stopAt === undefined ? {} : { stopAt }) })
    busyUntil = run.endedAt
    counted = { ...counted, ran: counted.ran + 1 }
    commands.push(...run.commands)
    if (runs.length < MOST_TRIED_RUNS)
      runs.push({ at, cause, name, reason: run.reason, ran: true, endedAt: run.endedAt, checks: [], commands: [...run.commands] })
  }
  step()
  const since = known.filter((one) => one !== null)
  return {
    outcome: {
      ...counted,
      runs,
      use: tallyOf(commands, (id) => circuits.get(id) ?? { switchName: '', deviceName: '' }),
    },
    knownSince: since.length === 0 ? (known.length === 0 ? period.from : null) : Math.min(...since),
    commands,
  }
}

/** How often each circuit would have been started, and for how long: as long as its time says, or until it is told otherwise. */
function tallyOf(commands: readonly Told[], nameOf: (switchId: number) => { switchName: string; deviceName: string }): FlowOutcome['use'] {
  const by = Map.groupBy(
    commands.toSorted((one, other) => one.at - other.at),
    ({ switchId }) => switchId,
  )
  return [...by]
    .map(([switchId, own]) => {
      const started = own.flatMap(({ status, runSeconds, at }, nth) => {
        if (status === 0) return []
        const until = own[nth + 1]?.at ?? Infinity
        const lasts = runSeconds === null ? Infinity : runSeconds * 1000
        return [Math.min(lasts, until - at)]
      })
      const { switchName, deviceName } = nameOf(switchId)
      return {
        switchId,
        switchName,
        deviceName,
        starts: started.length,
        ms: started.reduce((sum, ms) => sum + (Number.isFinite(ms) ? ms : 0), 0),
      }
    })
    .filter(({ starts }) => starts > 0)
    .toSorted((one, other) => one.switchId - other.switchId)
}

/** What a flow really did in a period. */
export async function happenedOf(
  { serviceDb }: Pick<Context, 'serviceDb'>,
  { tenantId, from, to }: Period,
  flowId: number | null,
): Promise<{ outcome: FlowOutcome; commands: Told[] }> {
  if (flowId === null) return { outcome: { ran: 0, notRun: 0, runs: [], use: [] }, commands: [] }
  const { rows } = await sql<{
    at: number
    cause: { kind: TriedRun['cause']; deviceName?: string; name?: string }
    reason: TriedRun['reason']
    state: string
    times: number
    ended_at: number | null
    checks: Judged[]
    told: (Told & { switchName: string; deviceName: string })[]
  }>`select r.at, r.cause, r.reason, r.state, r.times, r.ended_at, r.checks, coalesce((select jsonb_agg(jsonb_build_object('at', t.at,
      'switchId', t.facts -> 'command' -> 'switchId', 'status', t.facts -> 'command' -> 'status', 'runSeconds', t.facts -> 'command' -> 'runSeconds',
      'switchName', t.facts -> 'command' -> 'switchName', 'deviceName', t.facts -> 'command' -> 'deviceName') order by t.nth)
      from flow_trace t where t.run_id = r.id and t.what in ('asked', 'safe')), '[]') as told
    from flow_run r where r.tenant_id = ${tenantId} and r.flow_id = ${flowId} and r.at >= ${from} and r.at <= ${to} order by r.at, r.id`.execute(
    serviceDb,
  )
  const commands = rows.flatMap(({ told }) => told)
  const runs = rows.slice(0, MOST_TRIED_RUNS).map((row): TriedRun => ({
    at: row.at,
    cause: row.cause.kind,
    name: row.cause.deviceName ?? row.cause.name ?? null,
    reason: row.reason,
    ran: row.state !== 'skipped' && row.state !== 'waiting',
    endedAt: row.ended_at,
    checks: row.checks,
    commands: row.told.map(({ at, switchId, status, runSeconds }) => ({ at, switchId, status, runSeconds })),
  }))
  const notRun = rows.filter(({ state }) => state === 'skipped').reduce((sum, { times }) => sum + times, 0)
  return {
    outcome: {
      ran: rows.filter(({ state }) => state !== 'skipped').length,
      notRun,
      runs,
      use: tallyOf(commands, (id) => commands.find(({ switchId }) => switchId === id)!),
    },
    commands,
  }
}
