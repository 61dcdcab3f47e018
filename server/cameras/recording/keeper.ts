import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { RECORD_TROUBLES } from '#contract/cameras/recording'
import type { Database } from '../../ground/database/schema.ts'
import type { LivePublisher } from '../../ground/live/live.ts'
import type { Services } from '../../ground/services.ts'
import type { Quality } from '../drivers/driver.ts'
import type { Stream } from '../stream/hub.ts'
import { completeOpen } from './complete.ts'
import { createOwner } from './owner.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { isFull, type Room } from './room.ts'
import { lastKept, readWanted, type Wanted } from './rows.ts'
import { openSegment } from './segment.ts'
import { steadyTime } from './steadyTime.ts'
import { createTeller } from './teller.ts'

/** What is to be recorded is read again so often, and how full the disk is, ms. */
const LOOK_MS = 5000
const SEGMENT_MS = 60_000
/** A disk that could not be written to is tried again after this, ms. */
const REST_MS = 60_000
type Trouble = (typeof RECORD_TROUBLES)[number]
interface Run {
  readonly wanted: Wanted
  readonly recorder: Recorder
}
interface RecordingState {
  readonly recordingNow: boolean
  readonly trouble: Trouble | null
}

/** Records the cameras that are to be recorded, as far as this server can, and follows what becomes of them. */
export function createKeeper(given: {
  db: Kysely<Database>
  pool: Services['servicePool']
  live: LivePublisher
  log: Logger
  clock: () => number
  /** Of the files. */
  folder: string
  /** How many at most, and of how many streams. */
  most: number
  mostStreams: number
  room: (folder: string) => Promise<Room>
  /** The streams of a camera; null where there is no room for them. */
  streamsOf: (cameraId: number, qualities: readonly Quality[]) => readonly Stream[] | null
  segmentMs?: number
}) {
  const { db, live, log, clock, folder, most, mostStreams, room, streamsOf, segmentMs = SEGMENT_MS } = given
  const runs = new Map<number, Run>()
  const troubles = new Map<number, Trouble>()
  const times = new Map<number, () => number>()
  const teller = createTeller(live)
  let full = false
  let restsUntil = -Infinity
  let isOwner = false
  let wasCompleted = false
  let closed = false
  const owner = createOwner(given.pool, () => {
    isOwner = false
    void look()
  })

  async function stop(cameraId: number): Promise<void> {
    const run = runs.get(cameraId)
    if (!run) return
    runs.delete(cameraId)
    await run.recorder.stop()
    teller.tell(run.wanted)
  }
  /** The time of a camera's recordings goes on where the last one ended, whatever the clock says. */
  async function timeOf(cameraId: number): Promise<() => number> {
    let time = times.get(cameraId)
    if (!time) times.set(cameraId, (time = steadyTime(clock, await lastKept(db, cameraId))))
    return time
  }
  /** Why it is not recorded; null where it is. */
  async function follow(wanted: Wanted): Promise<Trouble | null> {
    const { cameraId, tenantId, quality } = wanted
    const running = runs.get(cameraId)
    const isSame = running !== undefined && isAlike(running.wanted, wanted)
    const trouble = wanted.isClosed ? 'closed' : full ? 'disk' : null
    if (running && (trouble !== null || !isSame)) await stop(cameraId)
    if (trouble !== null) return trouble
    if (running && isSame) {
      runs.set(cameraId, { ...running, wanted })
      return running.recorder.isLost() ? 'source' : null
    }
    const taken = [...runs.values()].reduce((sum, one) => sum + qualitiesOf(one.wanted).length, 0)
    if (runs.size >= most || taken + qualitiesOf(wanted).length > mostStreams) return 'most'
    const now = await timeOf(cameraId)
    const streams = streamsOf(cameraId, qualitiesOf(wanted))
    if (streams === null) return 'most'
    const recorder = startRecorder({
      ...wanted,
      segmentMs,
      now,
      log,
      stream: streams[0]!,
      lookStream: streams.at(-1)!,
      begin: (from) => openSegment({ db, folder }, { tenantId, cameraId, quality, from }),
      changed: () => {
        const run = runs.get(cameraId)
        if (run) troubles[run.recorder.isLost() ? 'set' : 'delete'](cameraId, 'source')
        teller.tell(run?.wanted ?? wanted)
      },
      failed(cause) {
        if (!isOfDisk(cause)) {
          // What it could not write of its files in the database is set right as after a start.
          isOwner = false
          return
        }
        restsUntil = performance.now() + REST_MS
        void look()
      },
    })
    runs.set(cameraId, { wanted, recorder })
    return recorder.isLost() ? 'source' : null
  }

  async function lookOnce(): Promise<void> {
    if (closed) return
    const all = await readWanted(db)
    if (all.length === 0 && runs.size === 0 && wasCompleted) {
      isOwner = false
      return owner.release()
    }
    if (!(await owner.isMine())) {
      isOwner = false
      for (const cameraId of runs.keys()) await stop(cameraId)
      return
    }
    if (!isOwner || !wasCompleted) {
      for (const cameraId of runs.keys()) await stop(cameraId)
      await completeOpen({ db, folder })
      isOwner = true
      wasCompleted = true
    }
    if (all.length > 0) {
      const wasFull = full
      full = performance.now() < restsUntil || isFull(await room(folder), wasFull)
      if (full && !wasFull) log.warn('the disk has no room or cannot be written to: no camera is recorded until it can')
    }
    const ids = new Set(all.map(({ cameraId }) => cameraId))
    for (const cameraId of [...runs.keys(), ...troubles.keys(), ...times.keys()]) {
      if (ids.has(cameraId)) continue
      await stop(cameraId)
      troubles.delete(cameraId)
      times.delete(cameraId)
    }
    // Those that are recorded already come first.
    for (const wanted of all.toSorted((a, b) => Number(runs.has(b.cameraId)) - Number(runs.has(a.cameraId)))) {
      const before = troubles.get(wanted.cameraId) ?? null
      const trouble = await follow(wanted)
      if (trouble === before) continue
      if (trouble === null) troubles.delete(wanted.cameraId)
      else troubles.set(wanted.cameraId, trouble)
      teller.tell(wanted)
    }
  }
  /** One look after the other: whoever asks hears of one that began after they asked. */
  let line: Promise<void> = Promise.resolve()
  function look(): Promise<void> {
    line = line.then(lookOnce).catch((cause: unknown) => log.warn({ err: cause }, 'it could not be seen to what is recorded; trying again'))
    return line
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  looking.unref()
  void look()

  return {
    folder,
    /** What is to be recorded may have changed. */
    look,
    stateOf: (cameraId: number): RecordingState => ({
      recordingNow: runs.get(cameraId)?.recorder.isWriting() ?? false,
      trouble: troubles.get(cameraId) ?? null,
    }),
    /** Ends what is written of a camera while `act` is done; then it goes on. */
    async without(cameraId: number, act: () => Promise<void>): Promise<void> {
      const done = line.then(async () => {
        await stop(cameraId)
        await act()
      })
      line = done.catch(() => undefined)
      await done.finally(() => void look())
    },
    async close(): Promise<void> {
      closed = true
      clearInterval(looking)
      await line
      for (const cameraId of runs.keys()) await stop(cameraId)
      teller.close()
      owner.release()
    },
  }
}
/** It is looked for motion in the small picture, whichever is kept. */
const qualitiesOf = ({ quality }: Wanted): readonly Quality[] => (quality === 'sd' ? ['sd'] : ['hd', 'sd'])

/** Of the file, and not of the database. */
const isOfDisk = (cause: unknown): boolean =>
  ['open', 'mkdir', 'write', 'writev'].includes(String((cause as NodeJS.ErrnoException).syscall))

const isAlike = (a: Wanted, b: Wanted): boolean =>
  a.recordMode === b.recordMode && a.quality === b.quality && a.sensitivity === b.sensitivity && a.tenantId === b.tenantId
