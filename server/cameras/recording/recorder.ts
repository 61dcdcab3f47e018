import type { Logger } from 'pino'
import { MOTION_AFTER_MS, MOTION_BEFORE_MS, RECORD_MODES, type Span } from '#contract/cameras/recording'
import type { Quality } from '../drivers/driver.ts'
import type { Stream } from '../stream/hub.ts'
import type { Viewer } from '../stream/viewer.ts'
import { createGroups, type Group } from './groups.ts'
import { moved, type Sensitivity } from './motion.ts'
import { ONE_MOTION_MS, type Segment } from './segment.ts'
import { joined } from './spans.ts'

/** So much waits for the disk at most; then the stretch ends, and goes on when the disk has caught up. */
const MOST_WAITING = 16 * 1024 * 1024
/** Between two pictures that are compared. */
const BETWEEN_LOOKS_MS = 500

export interface Recorder {
  /** The camera shows nothing. */
  isLost(): boolean
  /** Pictures are kept now. */
  isWriting(): boolean
  /** Ends what it writes, and lets go of the streams. */
  stop(): Promise<void>
}

/** Keeps what one camera shows: always, or while something moves. */
export function startRecorder(given: {
  cameraId: number
  recordMode: number
  sensitivity: number
  quality: Quality
  segmentMs: number
  /** The time of recordings, ms. */
  now: () => number
  log: Logger
  /** That of the quality which is kept. */
  stream: Stream
  /** The small one, in which it is looked for motion. */
  lookStream: Stream
  begin: (from: number) => Promise<Segment>
  /** A file was begun or ended, or the camera is lost or there again. */
  changed: () => void
  /** It could not be written. */
  failed: (cause: unknown) => void
}): Recorder {
  const { cameraId, recordMode, quality, segmentMs, now, log, stream, lookStream, changed, failed } = given
  const always = recordMode === RECORD_MODES.always
  let segment: Segment | null = null
  /** From one file to the next. */
  let turning = false
  let motions: Span[] = []
  let queue: Promise<void> = Promise.resolve()
  let waiting = 0
  /** In mode motion: until when what comes is kept, and what came before anything moved. */
  let keepUntil = -Infinity
  let before: Group[] = []
  let keeping = false
  let lost = false
  let over = false

  const run = (act: () => Promise<void>) => {
    queue = queue.then(act).catch((cause: unknown) => {
      log.warn({ err: cause, camera: cameraId }, 'what a camera shows could not be kept')
      failed(cause)
    })
  }
  async function close(): Promise<boolean> {
    const ended = segment
    segment = null
    await ended?.close()
    return ended !== null
  }
  async function end(): Promise<void> {
    if (await close()) changed()
  }
  /** A new file follows on the last one. */
  async function begin(from: number): Promise<Segment> {
    const goesOn = segment !== null
    turning = goesOn
    try {
      await close()
      segment = await given.begin(from)
    } finally {
      turning = false
    }
    if (!goesOn) changed()
    return segment
  }
  function keep(group: Group): void {
    keeping = true
    if (waiting > MOST_WAITING) return run(end)
    waiting += group.bytes.length
    run(async () => {
      waiting -= group.bytes.length
      const isNew = segment === null || group.from - segment.from >= segmentMs
      const into = isNew ? await begin(group.from) : segment!
      const since = motions
      motions = []
      try {
        await into.append(group, since)
      } catch (cause) {
        await end().catch(() => undefined)
        throw cause
      }
    })
  }
  const groups = createGroups({
    now,
    broken: () => run(end),
    whole(group) {
      if (always || group.from <= keepUntil) return keep(group)
      if (keeping) run(end)
      keeping = false
      before.push(group)
      before = before.filter(({ to }) => to >= group.to - MOTION_BEFORE_MS)
    },
  })
  function sees(): void {
    const at = now()
    motions = joined([...motions, { from: at - BETWEEN_LOOKS_MS, to: at }], ONE_MOTION_MS)
    keepUntil = at + MOTION_AFTER_MS
    for (const group of before.splice(0)) if (group.to >= at - MOTION_BEFORE_MS) keep(group)
  }

  let picture: Buffer | null = null
  function look(next: Buffer): void {
    if (over) return
    if (picture !== null && moved(picture, next, given.sensitivity as Sensitivity)) sees()
    picture = next
  }
  const viewer: Viewer = {
    send: (piece) => {
      if (!over) groups.take(piece)
    },
    say({ state }) {
      if (state !== 'live') {
        groups.cut()
        picture = null
        before = []
      }
      if (lost === (state === 'lost')) return
      lost = state === 'lost'
      changed()
    },
    look,
  }
  /** Of the small picture alone where the large one is kept. */
  const looker: Viewer | null = quality === 'sd' ? null : { send: () => undefined, say: () => (picture = null), look }
  stream.watch(viewer)
  if (looker) lookStream.watch(looker)

  return {
    isLost: () => lost,
    isWriting: () => turning || segment !== null,
    async stop() {
      groups.cut()
      over = true
      stream.leave(viewer)
      if (looker) lookStream.leave(looker)
      run(end)
      await queue
    },
  }
}
