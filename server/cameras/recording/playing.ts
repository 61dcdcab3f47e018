import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PlaybackSpeed } from '#contract/cameras/recording'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Watched } from '../stream/door.ts'
import { createPlayer } from './player.ts'

/** Who watches recordings: each by a reader of its own, and not more than `most`. */
export function countPlayers(given: { db: Kysely<Database>; folder: string; clock: () => number; log: Logger; most: number }) {
  let open = 0
  /** Fails with error.camera.mostPlaybacks where one more would be too many. */
  function mustHavePlace(): void {
    if (open >= given.most) throw new CallFailure('error.camera.mostPlaybacks', { most: given.most })
  }
  return {
    mustHavePlace,
    open({ tenantId, cameraId, at, speed }: { tenantId: number; cameraId: number; at: number; speed: PlaybackSpeed }): Watched {
      mustHavePlace()
      open++
      return createPlayer({ ...given, of: { tenantId, cameraId }, at, speed, ended: () => open-- })
    },
  }
}
