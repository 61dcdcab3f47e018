import type { Kysely } from 'kysely'
import type { Database } from '../../../ground/database/schema.ts'
import { HD, SD } from '#contract/cameras/stream'
import type { CameraSource, Driver } from '../driver.ts'
import { FIRST_POSE, type KeptPose, poseAt } from './pose.ts'
import { drawScene, FRAME_BYTES, HEIGHT, WIDTH, writeStrip } from './scene.ts'

/** How often what another server process may have written is read again while somebody looks, ms. */
const READ_EVERY_MS = 1000

/**
 * A camera that is drawn: its picture is encoded like that of any other, and follows what it is told. Where it looks is kept in its row with
 * the time, so that it goes on moving while no server is there, as a real one does, until it is stopped.
 */
export function simulatedDriver({ db, clock }: { db: Kysely<Database>; clock: () => number }): Driver {
  const known = new Map<number, KeptPose>()

  async function read(id: number): Promise<KeptPose> {
    const row = id === 0 ? undefined : await db.selectFrom('camera').select('pose').where('device_id', '=', id).executeTakeFirst()
    const pose = row?.pose ?? { ...FIRST_POSE, at: clock(), direction: null }
    known.set(id, pose)
    return pose
  }
  async function keep({ id }: CameraSource, pose: KeptPose): Promise<void> {
    known.set(id, pose)
    await db
      .updateTable('camera')
      .set({ pose: JSON.stringify(pose) })
      .where('device_id', '=', id)
      .execute()
  }
  async function go(source: CameraSource, direction: number | null): Promise<true> {
    const before = await read(source.id)
    if (before.direction !== direction) {
      const now = clock()
      await keep(source, { ...poseAt(before, now), at: now, direction })
    }
    return true
  }

  return {
    async open(source, quality) {
      const { fps } = quality === 'sd' ? SD : HD
      await read(source.id)
      let timer: NodeJS.Timeout | null = null
      const close = () => {
        if (timer) clearInterval(timer)
        timer = null
      }
      return {
        args: [
          // Its pictures are of when they come, however many were left out.
          '-use_wallclock_as_timestamps',
          '1',
          '-f',
          'rawvideo',
          '-pixel_format',
          'yuv420p',
          '-video_size',
          `${WIDTH}x${HEIGHT}`,
          '-framerate',
          String(fps),
          '-i',
          'pipe:0',
        ],
        feed(stdin) {
          let frame = Buffer.alloc(FRAME_BYTES)
          let drawn = ''
          let readAt = clock()
          const show = () => {
            if (stdin.writableNeedDrain || stdin.destroyed) return
            const now = clock()
            const kept = known.get(source.id) ?? { ...FIRST_POSE, at: now, direction: null }
            const pose = poseAt(kept, now)
            const face = `${pose.pan} ${pose.tilt} ${pose.zoom}`
            const second = Math.floor(now / 1000)
            if (`${face} ${second}` !== drawn) {
              // What is on its way to ffmpeg is not drawn over.
              frame = Buffer.from(frame)
              if (drawn.startsWith(`${face} `)) writeStrip(frame, pose, now)
              else drawScene(frame, pose, now)
              drawn = `${face} ${second}`
            }
            stdin.write(frame)
            if (now - readAt < READ_EVERY_MS) return
            readAt = now
            read(source.id).catch(() => undefined)
          }
          show()
          timer = setInterval(show, 1000 / fps)
          stdin.on('close', close)
        },
        fault: () => null,
        close,
      }
    },
    look: async () => undefined,
    turns: async () => true,
    move: (source, direction) => go(source, direction),
    stop: (source) => go(source, null),
    async setPreset(source) {
      return { token: String(source.id), pose: poseAt(await read(source.id), clock()) }
    },
    async goToPreset(source, { pose }) {
      if (pose === null) return false
      await keep(source, { ...pose, at: clock(), direction: null })
      return true
    },
    removePreset: async () => undefined,
  }
}
