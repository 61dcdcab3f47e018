import type { Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { PlaybackSpeed } from '#contract/cameras/recording'
import type { Database } from '../../ground/database/schema.ts'
import type { Watched } from '../stream/door.ts'
import type { Viewer } from '../stream/viewer.ts'
import { GAP_MS, type Group } from './groups.ts'
import { type KeptSegment, openReader, type SegmentReader, segmentAfter } from './kept.ts'
import { type Picture, picturesOf, TICKS_OF_MS, ticksBetween } from './pictures.ts'

/** What is being written is looked for again so often, ms. */
const AGAIN_MS = 300
/** After what was being written has ended, another one is waited for so long, ms. */
const PATIENCE_MS = 2000
/** The moment that is shown is said so often, ms. */
const SAY_EVERY_MS = 1000
/** No page shows more pictures a second: of what goes by faster the last ones of each group are left out. */
const MOST_PICTURES = 50
/** Pictures that stand further apart are of two runs of an encoder, ticks. */
const MOST_TICKS = 2000 * TICKS_OF_MS
const USUAL_MS = 40
/** Later than this it does not catch up, ms. */
const LATE_MS = 1000

/** Shows one viewer what is kept of a camera, at the pace at which it was taken times `speed`. `ended` is told once, when all was shown or the viewer has left. */
export function createPlayer(given: {
  db: Kysely<Database>
  folder: string
  clock: () => number
  log: Logger
  of: { tenantId: number; cameraId: number }
  at: number
  speed: PlaybackSpeed
  ended: () => void
}): Watched {
  const { db, folder, clock, log, of, speed } = given
  let viewer: Viewer | null = null
  let over = false
  let wake: (() => void) | null = null
  /** When the next picture is due, by this process's own clock. */
  let due = performance.now()
  let saidAt = -Infinity
  let lastTicks: number | null = null

  const until = (moment: number) =>
    new Promise<void>((resolve) => {
      if (over) return resolve()
      const timer = setTimeout(resolve, Math.max(0, moment - performance.now()))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  function say(at: number): void {
    saidAt = performance.now()
    viewer?.say({ state: 'live', why: null, lastAt: clock(), at: Math.round(at) })
  }
  /** How long after the picture before it a picture is due, ms. */
  function pauseBefore({ ticks }: Picture): number {
    const passed = ticks === null || lastTicks === null ? MOST_TICKS : ticksBetween(lastTicks, ticks)
    lastTicks = ticks
    return (passed < MOST_TICKS ? passed / TICKS_OF_MS : USUAL_MS) / speed
  }

  async function show(group: Group, jumps: boolean): Promise<void> {
    const all = picturesOf(group.bytes, speed === 1)
    const rate = (all.length * 1000 * speed) / Math.max(1, group.to - group.from)
    const shown = rate > MOST_PICTURES ? Math.max(1, Math.floor((all.length * MOST_PICTURES) / rate)) : all.length
    if (jumps) {
      lastTicks = null
      due = performance.now()
    }
    for (const [nth, picture] of all.entries()) {
      due += pauseBefore(picture)
      if (nth >= shown) continue
      if (performance.now() - due > LATE_MS) due = performance.now()
      await until(due)
      if (over) return
      const at = group.from + ((group.to - group.from) * nth) / all.length
      if ((jumps && nth === 0) || performance.now() - saidAt >= SAY_EVERY_MS) say(at)
      viewer?.send({ bytes: picture.bytes, keyAt: nth === 0 ? 0 : -1, pictures: 1 })
    }
  }

  /** Shows a file from a moment on; answers when what it showed ends, ms. One that is being written is followed. */
  async function showSegment(segment: KeptSegment, reader: SegmentReader, at: number, from: number | null): Promise<number> {
    await reader.seek(at)
    let end = from ?? -Infinity
    let isOpen = segment.isOpen
    while (!over) {
      const group = await reader.next()
      if (group !== null) {
        await show(group, group.from - end >= GAP_MS)
        end = group.to
      } else if (isOpen) {
        await until(performance.now() + AGAIN_MS)
        // Read once more after it was closed: it may have grown until then.
        isOpen = await isBeingWritten(segment.id)
      } else break
    }
    return Math.max(end, segment.to)
  }
  const isBeingWritten = async (id: number) =>
    (await db.selectFrom('camera_segment').select('id').where('id', '=', id).where('open_flag', '=', 1).executeTakeFirst()) !== undefined

  let told = false
  function free(): void {
    if (!told) given.ended()
    told = true
  }
  async function run(): Promise<void> {
    let at = given.at
    let shown: number | null = null
    let last: KeptSegment | null = null
    let followedAt = -Infinity
    while (!over) {
      const segment = await segmentAfter(db, of, at)
      if (segment === null && performance.now() - followedAt < PATIENCE_MS) {
        await until(performance.now() + AGAIN_MS)
        continue
      }
      if (segment === null) {
        viewer?.say({ state: 'ended', why: null, lastAt: clock(), ...(shown === null ? {} : { at: shown }) })
        return free()
      }
      if (segment.id === last?.id && !segment.isOpen) {
        // It holds less than its row says.
        at = Math.max(at + 1, segment.to)
        continue
      }
      last = segment
      const reader = await openReader(folder, segment)
      if (reader === null) {
        // The row is there before the file is, and goes before it.
        if (segment.isOpen) await until(performance.now() + AGAIN_MS)
        else at = Math.max(at + 1, segment.to)
        continue
      }
      try {
        shown = await showSegment(segment, reader, at, shown)
        at = Math.max(at, shown)
        if (segment.isOpen) followedAt = performance.now()
      } finally {
        await reader.close()
      }
    }
  }
  return {
    watch(who) {
      viewer = who
      viewer.say({ state: 'starting', why: null, lastAt: null })
      run().catch((cause: unknown) => {
        log.warn({ err: cause, camera: of.cameraId }, 'what is kept of a camera could not be shown')
        if (!over) viewer?.say({ state: 'lost', why: 'error.internal', lastAt: null })
      })
    },
    leave() {
      over = true
      wake?.()
      free()
    },
  }
}
