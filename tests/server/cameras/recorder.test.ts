import { expect, test, vi } from 'vitest'
import { RECORD_MODES } from '#contract/cameras/recording'
import { startRecorder } from '#server/cameras/recording/recorder'
import type { Segment } from '#server/cameras/recording/segment'
import type { Stream } from '#server/cameras/stream/hub'
import type { Viewer } from '#server/cameras/stream/viewer'
import { silentLog } from '../database/testDatabase.ts'

const GROUP = 188 * 10

function aRecorder(append: (nth: number) => Promise<void>, segmentMs: number) {
  let now = 1_000_000
  let viewer: Viewer | null = null
  const stream = { watch: (one: Viewer) => void (viewer = one), leave: () => undefined } as unknown as Stream
  const begun: { from: number; wasWriting: boolean; kept: number; isClosed: boolean }[] = []
  const told = { changed: 0, failed: [] as unknown[] }
  let written = 0
  const recorder = startRecorder({
    cameraId: 1,
    recordMode: RECORD_MODES.always,
    sensitivity: 2,
    quality: 'sd',
    segmentMs,
    now: () => now,
    log: silentLog,
    stream,
    lookStream: stream,
    async begin(from): Promise<Segment> {
      const one = { from, wasWriting: recorder.isWriting(), kept: 0, isClosed: false }
      begun.push(one)
      await Promise.resolve()
      return {
        from,
        async append() {
          await append(written++)
          one.kept++
        },
        close: () => Promise.resolve(void (one.isClosed = true)),
      }
    },
    changed: () => void told.changed++,
    failed: (cause) => void told.failed.push(cause),
  })
  return {
    recorder,
    begun,
    told,
    show: (seconds: number, bytes = GROUP): void => {
      for (let nth = 0; nth < seconds; nth++) {
        viewer!.send({ bytes: Buffer.alloc(bytes), keyAt: 0, pictures: 1 })
        now += 1000
      }
    },
  }
}

test('from one file to the next it goes on recording, and tells nobody', async () => {
  const { recorder, begun, told, show } = aRecorder(() => Promise.resolve(), 3000)
  show(8)
  await vi.waitFor(() => expect(begun.map(({ kept }) => kept)).toEqual([3, 3, 1]))
  expect(begun.map(({ wasWriting }) => wasWriting)).toEqual([false, true, true])
  expect(begun.map(({ isClosed }) => isClosed)).toEqual([true, true, false])
  expect(told).toEqual({ changed: 1, failed: [] })
  await recorder.stop()
  expect(begun.at(-1)).toMatchObject({ kept: 2, isClosed: true })
  expect(told.changed).toBe(2)
  expect(recorder.isWriting()).toBe(false)
})

test('what could not be written ends the file, is said, and the next goes into another one', async () => {
  const full = new Error('full')
  const { recorder, begun, told, show } = aRecorder((nth) => (nth === 2 ? Promise.reject(full) : Promise.resolve()), 60_000)
  show(6)
  await recorder.stop()
  expect(begun.map(({ kept, isClosed }) => [kept, isClosed])).toEqual([
    [2, true],
    [3, true],
  ])
  expect(told.failed).toEqual([full])
})

test('a disk that is slow holds up nothing: what it cannot take is left out', async () => {
  let free = (): void => undefined
  const slow = new Promise<void>((resolve) => (free = resolve))
  const { recorder, begun, show } = aRecorder(() => slow, 60_000)
  show(12, 188 * 20_000)
  free()
  await recorder.stop()
  const kept = begun.reduce((sum, one) => sum + one.kept, 0)
  expect(kept).toBeGreaterThan(2)
  expect(kept).toBeLessThan(8)
})
