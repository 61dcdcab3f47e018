import { expect, test, vi } from 'vitest'
import { signInByPassword } from '#src/session/signInByPassword.ts'

vi.mock('jsencrypt', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a cipher that cannot be fetched is a network failure, and nothing is sent in its place', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  expect(await signInByPassword({ username: 'lin', password: 'secret' })).toMatchObject({ failed: true, status: 0, code: 'error.network' })
  expect(fetched).not.toHaveBeenCalled()
})
