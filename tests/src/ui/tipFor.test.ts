import { beforeAll, expect, test } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { tipFor } from '#src/ui/tipFor.ts'

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})

test.each([
  [401, 'Authentication expired. Please log in again.'],
  [403, 'No permissions!'],
  [404, 'Nothing found here, please try again'],
  [500, 'Service building, retry later'],
  [503, 'Service invalid, contact administrator'],
  [400, "the server's own words"],
  [409, "the server's own words"],
  [422, "the server's own words"],
  [429, "the server's own words"],
])('a failure with status %i is told as the documents say (ERRORS-01 to -05, -09)', (status, words) => {
  expect(tipFor({ status, code: 'error.any', message: "the server's own words" })).toBe(words)
})

test('where no server spoke the cause is named, and a failure without words still has some', () => {
  const silent = { message: '' }
  expect(tipFor({ ...silent, status: 0, code: 'error.network' })).toBe('Network error. Check your connection.')
  expect(tipFor({ ...silent, status: 0, code: 'error.timeout' })).toBe('The request took too long, please try again')
  expect(tipFor({ ...silent, status: 502, code: 'error.unavailable' })).toBe('Request failed, please contact the administrator')
})
