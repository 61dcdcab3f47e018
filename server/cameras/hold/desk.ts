import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { CameraFault } from '#contract/cameras/camera'
import { HELD_MS, MOVED } from '#contract/cameras/control'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import { type CameraSource, CameraTrouble, type Driver } from '../drivers/driver.ts'
import { createPresses, type HeldWord, judgeWord, type Presses } from './judge.ts'
import { createLanes } from './lanes.ts'
import { lockHeld, overdue, writeHeld, writeStopped } from './rows.ts'

/** While it is held a camera is told again so often: it may stop by itself. */
const RENEW_MS = 2000
/** What a server that was killed left moving, and what could not be stopped, is looked for so often. */
const SWEEP_MS = 500
/** It may have heard a word of which nobody knows what became. */
const MAY_HAVE_HEARD: readonly CameraFault[] = ['tooSlow', 'unreachable']
/** A camera that cannot be stopped for so long is given up. */
const GIVE_UP_MS = 10 * 60_000

/**
 * Who moves which camera. What is told is written before the camera hears of it, so that whoever comes after a server that was killed knows
 * what moves and stops it. The words of one camera are taken one after another.
 */
export function createHoldDesk(given: {
  db: Kysely<Database>
  driverOf: (source: CameraSource) => Driver
  sourceOf: (cameraId: number) => Promise<CameraSource | null>
  clock: () => number
  log: Logger
}) {
  const { db, driverOf, sourceOf, clock, log } = given
  const lanes = createLanes()
  const presses = new Map<number, Presses>()
  const timers = new Map<number, NodeJS.Timeout>()
  const told = new Map<number, { direction: number; at: number }>()
  const failing = new Map<number, { since: number; next: number }>()
  let closed = false

  function pressesOf(cameraId: number): Presses {
    let found = presses.get(cameraId)
    if (!found) presses.set(cameraId, (found = createPresses()))
    return found
  }
  function forget(cameraId: number): void {
    clearTimeout(timers.get(cameraId))
    timers.delete(cameraId)
    told.delete(cameraId)
  }
  /** Its own clock, which nobody sets, stops it in time. */
  function watch(cameraId: number, until: number): void {
    clearTimeout(timers.get(cameraId))
    const ms = Math.min(HELD_MS, Math.max(0, until - clock()))
    timers.set(
      cameraId,
      setTimeout(() => void lanes.run(cameraId, () => expire(cameraId, until)).catch(complain), ms),
    )
  }
  const complain = (cause: unknown) =>
    log.error({ cause: cause instanceof Error ? cause.message : String(cause) }, 'a camera that is held could not be seen to; trying again')

  /** Stops a camera, and writes that it stands once it was told. */
  async function stop(cameraId: number): Promise<boolean> {
    const source = await sourceOf(cameraId)
    const ok =
      source === null
        ? false
        : await driverOf(source)
            .stop(source)
            .catch(() => false)
    if (!ok && source !== null) {
      const since = failing.get(cameraId)?.since ?? performance.now()
      failing.set(cameraId, { since, next: performance.now() + RENEW_MS })
      if (performance.now() - since < GIVE_UP_MS) return false
    }
    failing.delete(cameraId)
    forget(cameraId)
    await writeStopped(db, cameraId)
    return ok
  }
  /** Stops it where its time is still the one that passed. */
  async function expire(cameraId: number, until: number): Promise<void> {
    const row = await db.transaction().execute((work) => lockHeld(work, cameraId))
    if (!row?.held || row.held.until !== until) return
    pressesOf(cameraId).end(row.held.by, row.held.hold)
    await stop(cameraId)
  }

  async function act(cameraId: number, word: HeldWord, now: number): Promise<number> {
    const own = pressesOf(cameraId)
    const verdict = await db.transaction().execute(async (work) => {
      const row = await lockHeld(work, cameraId)
      if (!row) throw new CallFailure('error.notFound')
      if (row.last) own.end(row.last.by, row.last.hold)
      const judged = judgeWord(row.held, word, own, now)
      if (judged.kind === 'move') await writeHeld(work, cameraId, judged.next)
      return { ...judged, wasHeld: row.held !== null }
    })
    if (verdict.kind === 'held') throw new CallFailure('error.camera.held', { name: verdict.name })
    if (verdict.kind === 'late') return MOVED.not
    // What was told to move and does not take its stop may go on; one that stood stands.
    if (verdict.kind === 'stop') return (await stop(cameraId)) ? MOVED.done : verdict.wasHeld ? MOVED.mayTurn : MOVED.not
    watch(cameraId, verdict.next.until)
    const before = told.get(cameraId)
    if (before?.direction === word.direction && performance.now() - before.at < RENEW_MS) return MOVED.done
    const source = await sourceOf(cameraId)
    let trouble: unknown = null
    const ok =
      source !== null &&
      (await driverOf(source)
        .move(source, word.direction)
        .catch((cause: unknown) => {
          trouble = cause
          return false
        }))
    if (ok) {
      told.set(cameraId, { direction: word.direction, at: performance.now() })
      return MOVED.done
    }
    own.end(word.by, word.hold)
    // It may have heard of it and not said so; where it said no, and was not moving before, there is nothing to stop.
    const isStill = !verdict.wasHeld && (trouble === null || (trouble instanceof CameraTrouble && !MAY_HAVE_HEARD.includes(trouble.fault)))
    if (isStill) {
      forget(cameraId)
      await writeStopped(db, cameraId)
    } else await stop(cameraId)
    if (trouble instanceof CameraTrouble) throw trouble
    return MOVED.not
  }

  let sweeping = false
  async function sweep(): Promise<void> {
    if (sweeping || closed) return
    sweeping = true
    try {
      const late = await overdue(db, clock() - SWEEP_MS, HELD_MS * 4)
      for (const { id, until } of late)
        if (performance.now() >= (failing.get(id)?.next ?? 0)) lanes.run(id, () => expire(id, until)).catch(complain)
    } catch (cause) {
      complain(cause)
    } finally {
      sweeping = false
    }
  }
  const every = setInterval(() => void sweep(), SWEEP_MS)
  every.unref()

  return {
    /** One of `MOVED`. Throws CallFailure error.camera.held in the name of who moves it, CameraTrouble where it could not be told. */
    word(cameraId: number, word: HeldWord): Promise<number> {
      const now = clock()
      return lanes.run(cameraId, () => act(cameraId, word, now))
    },
    /** Does something else that moves it, among its words, and ends a hold of the same user. Throws CallFailure error.camera.held while somebody else moves it. */
    among: <T>(cameraId: number, userId: number, work: () => Promise<T>): Promise<T> =>
      lanes.run(cameraId, async () => {
        const row = await db.transaction().execute((rows) => lockHeld(rows, cameraId))
        if (row?.held && row.held.by !== userId && clock() < row.held.until)
          throw new CallFailure('error.camera.held', { name: row.held.name })
        if (row?.held) {
          pressesOf(cameraId).end(row.held.by, row.held.hold)
          await stop(cameraId)
        }
        return work()
      }),
    /** Stops it where it moves: it was closed, or is another from now on. */
    release: (cameraId: number) =>
      lanes.run(cameraId, async () => {
        const row = await db.transaction().execute((work) => lockHeld(work, cameraId))
        if (!row?.held) return
        pressesOf(cameraId).end(row.held.by, row.held.hold)
        await stop(cameraId)
      }),
    /** Stops what this server moves. */
    async close(): Promise<void> {
      closed = true
      clearInterval(every)
      const moving = [...timers.keys()]
      for (const id of moving) clearTimeout(timers.get(id))
      await Promise.all(moving.map((id) => lanes.run(id, () => stop(id)).catch(complain)))
    },
  }
}
