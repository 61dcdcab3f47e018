import { mkdir, statfs } from 'node:fs/promises'

/** Bytes of the disk that a folder is on. */
export interface Room {
  readonly free: number
  readonly total: number
}
/** Below this nothing is recorded: what else is on the disk needs it. */
const LEAST_FREE = 2_000_000_000
const LEAST_SHARE = 0.05
/** So much more must be free before it goes on. */
const AGAIN = 1.1

/** Whether a disk is too full to record; one that was goes on a little later than it stopped. */
export const isFull = ({ free, total }: Room, wasFull: boolean): boolean =>
  free < Math.max(LEAST_FREE, total * LEAST_SHARE) * (wasFull ? AGAIN : 1)

export async function roomOf(folder: string): Promise<Room> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
