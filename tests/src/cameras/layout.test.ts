import { expect, test } from 'vitest'
import {
  cleared,
  emptyLayout,
  isSame,
  placeFor,
  put,
  readLayout,
  resized,
  templateIn,
  writeLayout,
} from '#src/screens/cameras/split/layout.ts'

const four = { split: 4, cameraIds: [1, null, 2, null] } as const

test('a camera stands in one place: put elsewhere it changes places with what stood there', () => {
  expect(put(four, 1, 7).cameraIds).toEqual([1, 7, 2, null])
  expect(put(four, 2, 1).cameraIds).toEqual([2, null, 1, null])
  expect(put(four, 0, 1).cameraIds).toEqual([1, null, 2, null])
  expect(cleared(four, 2).cameraIds).toEqual([1, null, null, null])
})

test('it goes into the chosen place, else into the first empty one, else into the first', () => {
  expect([placeFor(four, 3), placeFor(four, null), placeFor({ split: 1, cameraIds: [5] }, null)]).toEqual([3, 1, 0])
})

test('with other places what stood there stays, moved up where it would be lost', () => {
  expect(resized(four, 9)).toEqual({ split: 9, cameraIds: [1, null, 2, null, null, null, null, null, null] })
  expect(resized(four, 1)).toEqual({ split: 1, cameraIds: [1] })
  expect(resized({ split: 9, cameraIds: [null, null, null, null, null, 6, null, null, null] }, 4).cameraIds).toEqual([6, null, null, null])
})

test('the address keeps it, and what an address says wrongly is nothing', () => {
  const address = writeLayout(new URLSearchParams('x=1'), four, 12)
  expect(address.toString()).toBe('x=1&split=4&cameras=1%2C%2C2%2C&template=12')
  expect([readLayout(address), templateIn(address)]).toEqual([four, 12])
  expect(templateIn(writeLayout(address, four, null))).toBeNull()
  expect(readLayout(new URLSearchParams('split=5&cameras=1,1,x,-3,9,9,9'))).toEqual({ split: 4, cameraIds: [1, null, null, null] })
  expect(readLayout(new URLSearchParams())).toEqual(emptyLayout(4))
  expect([isSame(four, { split: 4, cameraIds: [1, null, 2, null] }), isSame(four, { split: 4, cameraIds: [1, null, null, null] })]).toEqual(
    [true, false],
  )
})
