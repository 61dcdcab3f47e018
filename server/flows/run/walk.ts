import { randomUUID } from 'node:crypto'
import { type Kysely, type Transaction } from 'kysely'
import type { CommandState } from '#contract/devices/command'
import { switchSet } from '#contract/devices/verbs'
import { endsSooner } from '#contract/devices/longestRun'
import type { Checks } from '#contract/flows/definition'
import type { Judged } from '#contract/flows/run'
import { advance, type Advanced, type Effect, type Facts } from '#machines/flows/advance'
import type { Cursor } from '#machines/flows/cursor'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import { createSparingLog } from '../../ground/sparingLog.ts'
import { decide } from './begin.ts'
import { type Circuit, circuitsOf, undoneOf, claim, pathOf, readCircuits, readCommands } from './circuits.ts'
import { end, postNotices } from './end.ts'
import { asking, judgeChecks } from './looks.ts'
import { dueRuns, lockRun, type OpenRun } from './openRuns.ts'
import { type NewTrace, writeTraces } from './traces.ts'

const LOOK_MS = 500
const AT_ONCE = 1000
/** A move that needs more looks than this goes on with the next one. */
const MOST_LOOKS = 20

type Asked = Extract<Effect, { type: 'ask' }>

/**
 * Twice a second: begins the runs that are to begin, and moves those on that may go on (machines/flows/advance.ts), each in a transaction of its own.
 * What is asked of devices leaves after the commit, under an id that was written in it: where a kill comes between, it is asked then, once.
 */
export function walkJob({ clock, live, log, desk, serviceDb }: Pick<Context, 'clock' | 'live' | 'log' | 'desk' | 'serviceDb'>): Job {
  const sparing = createSparingLog(log)
  /** Under way to the desk. */
  const leaving = new Set<string>()
  /** What the desk would not even write down, and why. */
  const refused = new Map<string, string>()

  async function leave(run: OpenRun, circuit: Circuit, { id, status, runSeconds, safe }: Asked): Promise<void> {
    if (leaving.has(id) || refused.has(id)) return
    leaving.add(id)
    try {
      await desk.request({
        id,
        tenantId: run.tenant_id,
        deviceId: circuit.deviceId,
        verb: switchSet,
        args: { circuit: circuit.circuit, status },
        asker: { by: 'flow', name: run.flow_name, userId: run.user_id },
        priority: run.cause.kind === 'alarm' ? 'alarm' : 'flow',
        ...(runSeconds === null ? {} : { maxRunMs: runSeconds * 1000 }),
        ...(safe ? { waits: true as const } : {}),
      })
    } catch (cause) {
      // What was not sent is asked again under the same id, as long as it is good.
      if (cause instanceof CallFailure && cause.code !== 'error.switch.notSent') refused.set(id, cause.code)
      else
        sparing.say(
          'error',
          'flow command',
          { run: run.id, cause: (cause as Error).message },
          'a command of a flow was not sent; trying again',
        )
    } finally {
      leaving.delete(id)
    }
  }

  /** Moves one run on; answers what is to be done once that is committed. */
  async function move(
    work: Transaction<Database>,
    run: OpenRun,
    cursor: Cursor,
    began: readonly NewTrace[],
    now: number,
  ): Promise<() => void> {
    const of = { tenantId: run.tenant_id, areaId: run.area_id, runId: run.id, priority: run.priority }
    const definition = run.definition!
    const circuits = await readCircuits(work, of, circuitsOf(definition, cursor))
    const commands = await readCommands(work, run.tenant_id, cursor)
    const stop = run.stop ?? (run.is_stopped ? 'emergencyStop' : run.is_enabled ? null : 'disabled')
    const { moved, effects } = await moveOn(work, { run, cursor, circuits, commands, stop, now })

    const asks = effects.filter((effect) => effect.type === 'ask')
    const seconds = new Set(asks.filter(({ safe }) => !safe).map(({ switchId }) => switchId))
    await claim(work, of, [...seconds])
    const traces = [...began, ...effects.flatMap((effect) => (effect.type === 'trace' ? [traceOf(effect, circuits)] : []))]
    await writeTraces(work, { tenantId: run.tenant_id, runId: run.id, at: now }, traces)
    await postNotices(
      work,
      run,
      effects.filter((effect) => effect.type === 'notify'),
      now,
    )
    const { ended, lookAt } = moved
    const isSame = began.length === 0 && traces.length === 0 && ended === null && isSameBut(moved.cursor, cursor)
    const path = pathOf(moved.cursor)
    if (ended !== null) await end(work, run, { ...ended, path }, now)
    else
      await work
        .updateTable('flow_run')
        .set({ look_at: lookAt, ...(isSame ? {} : { cursor: JSON.stringify(moved.cursor), path }) })
        .where('id', '=', run.id)
        .where('tenant_id', '=', run.tenant_id)
        .execute()
    return () => {
      for (const one of asks) {
        const circuit = circuits.get(one.switchId)
        // Not waited for: the desk has a connection and a patience of its own.
        if (circuit) void leave(run, circuit, one)
      }
      if (traces.length > 0 || ended !== null) live.changed(run.tenant_id, 'flowRun', run.id, run.area_id)
      if (began.length > 0 || ended !== null) live.changed(run.tenant_id, 'flow', run.flow_id, run.area_id)
    }
  }

  async function moveOn(
    work: Kysely<Database>,
    given: {
      run: OpenRun
      cursor: Cursor
      circuits: ReadonlyMap<number, Circuit>
      commands: ReadonlyMap<string, { state: CommandState; message: string | null }>
      stop: Parameters<typeof advance>[3]
      now: number
    },
  ): Promise<{ moved: Advanced; effects: readonly Effect[] }> {
    const { run, circuits, commands, now } = given
    const looked = new Map<string, readonly Judged[]>()
    const facts: Facts = {
      now,
      look: (_checks, path) => {
        const found = looked.get(path.join('.'))
        looked.delete(path.join('.'))
        return found ?? null
      },
      command: (id) => commands.get(id) ?? (refused.has(id) ? { state: 'refused', message: refused.get(id)! } : null),
      rest: (switchId) => circuits.get(switchId)?.rest ?? null,
      undone: (switchId, since) => undoneOf(circuits.get(switchId), since, run.flow_name),
      isOutranked: (switchId) => circuits.get(switchId)?.isOutranked ?? false,
      newId: randomUUID,
    }
    const definition = run.definition!
    let moved = advance(given.cursor, definition, facts, given.stop)
    const effects = [...moved.effects]
    for (let looks = 0; moved.wants.length > 0 && looks < MOST_LOOKS; looks++) {
      for (const { checks, path } of moved.wants) looked.set(path.join('.'), await look(work, run, checks, now))
      moved = advance(moved.cursor, definition, facts, null)
      effects.push(...moved.effects)
    }
    return { moved: moved.wants.length > 0 ? { ...moved, lookAt: now } : moved, effects }
  }

  return {
    name: 'flows.walk',
    every: LOOK_MS,
    missed: 'catchUp',
    async steps(_turn, signal) {
      for (const due of await dueRuns(serviceDb, clock(), AT_ONCE)) {
        if (signal.aborted) return
        try {
          const after = await serviceDb.transaction().execute(async (work) => {
            const run = await lockRun(work, due)
            if (run === null) return () => undefined
            const now = clock()
            if (run.state === 'running' && run.cursor !== null && run.definition !== null) return move(work, run, run.cursor, [], now)
            const decided = await decide(work, run, now)
            if (decided.begins) return move(work, run, decided.cursor, decided.traces, now)
            return () => {
              live.changed(run.tenant_id, 'flowRun', run.id, run.area_id)
              live.changed(run.tenant_id, 'flow', run.flow_id, run.area_id)
            }
          })
          after()
        } catch (cause) {
          sparing.say('error', 'flows', { run: due.id, cause: (cause as Error).message }, 'a run could not be moved on; trying again')
        }
      }
    },
  }
}

/** A run that waits is not written over and over. */
const isSameBut = (one: Cursor, other: Cursor) => JSON.stringify({ ...one, seenAt: 0 }) === JSON.stringify({ ...other, seenAt: 0 })

const look = (work: Kysely<Database>, run: OpenRun, checks: Checks, at: number) =>
  judgeChecks(asking(work), { tenantId: run.tenant_id, areaId: run.area_id, at }, checks)

function traceOf(effect: Extract<Effect, { type: 'trace' }>, circuits: ReadonlyMap<number, Circuit>): NewTrace {
  const { what, path, verdict, checks, ask, state = null, message = null, until, count, reason, by } = effect
  const circuit = ask && circuits.get(ask.switchId)
  const longestRun = circuit?.longestRun ?? null
  const command = ask && {
    ...ask,
    heldSeconds: ask.status !== 0 && endsSooner(longestRun, ask.runSeconds) ? longestRun : null,
    switchName: circuit?.switchName ?? '',
    deviceId: circuit?.deviceId ?? 0,
    deviceName: circuit?.deviceName ?? '',
    state,
    message,
  }
  return {
    what,
    path: path && [...path],
    facts: {
      ...(verdict && { verdict }),
      ...(checks && { checks: [...checks] }),
      ...(command && { command }),
      ...(until !== undefined && { until }),
      ...(count !== undefined && { count }),
      ...(reason && { reason }),
      ...(by && { by }),
    },
  }
}
