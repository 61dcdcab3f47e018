import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTeller } from '#server/cameras/recording/teller'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('consoles hear at once of a camera, then of all that followed soon together', () => {
  const changed = vi.fn<(tenantId: number, name: string, id: number | null, areaId: number | null) => void>()
  const teller = createTeller({ changed } as unknown as Parameters<typeof createTeller>[0])
  const pond = { tenantId: 1, cameraId: 7, areaId: 3 }
  for (let nth = 0; nth < 10; nth++) teller.tell(pond)
  teller.tell({ ...pond, cameraId: 8 })
  expect(changed.mock.calls).toEqual([
    [1, 'cameraRecording', 7, 3],
    [1, 'cameraRecording', 8, 3],
  ])
  vi.advanceTimersByTime(2000)
  expect(changed).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1500)
  expect(changed).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_000)
  expect(changed).toHaveBeenCalledTimes(3)
  teller.tell(pond)
  expect(changed).toHaveBeenCalledTimes(4)
  teller.tell(pond)
  teller.close()
  vi.advanceTimersByTime(60_000)
  expect(changed).toHaveBeenCalledTimes(4)
})
