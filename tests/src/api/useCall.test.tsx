import { globSync, readFileSync } from 'node:fs'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { landCalls } from '#contract/farm/land'
import { accountCalls } from '#contract/session/account'
import { userCalls } from '#contract/session/user'
import { callQuery, newQueryClient, useCall, useCallMutation } from '#src/api/useCall.ts'

const queryClient = newQueryClient()

let network = true
const sent: string[] = []
beforeEach(() => {
  queryClient.clear()
  sent.length = 0
  vi.stubGlobal('fetch', (address: string) => {
    if (!network) return Promise.reject(new TypeError('Failed to fetch'))
    sent.push(address)
    return Promise.resolve(new Response('[]', { headers: { 'content-type': 'application/json' } }))
  })
})
afterEach(cleanup)
const cut = (is: boolean) => {
  network = !is
  act(() => onlineManager.setOnline(!is))
}

function Page() {
  const tenants = useCall(userCalls.selfTenants, {}, { retry: false })
  const save = useCallMutation(accountCalls.realName)
  return (
    <>
      <output>{`read ${tenants.status}, saved ${save.status}`}</output>
      <button onClick={() => save.mutate({ body: { realName: 'Lin' } })}>save</button>
    </>
  )
}
const says = (words: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(words))

test('what is read by a call is read again after what its answer follows has changed, in whatever way it is read', async () => {
  network = true
  const { meta } = callQuery(landCalls.page)
  expect(meta.follows).toEqual(landCalls.page.follows)
  renderHook(() => useCall(landCalls.page), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  const [held] = queryClient.getQueryCache().getAll()
  expect(held!.meta).toEqual({ follows: expect.arrayContaining(['land']) as unknown })
  // A query that does not say what it follows is never read again, and lets go of what others hear when it goes.
  const own = globSync('src/**/*.{ts,tsx}').filter((file) => /\bqueryFn:/.test(readFileSync(file, 'utf8')))
  const without = own.filter((file) => !readFileSync(file, 'utf8').includes('callQuery'))
  expect(without).toEqual([])
})

test('without a network an act fails at once and is never done later behind the back; what was to be read is read once it is there', async () => {
  cut(true)
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await says('read error, saved idle')
  await userEvent.click(screen.getByRole('button', { name: 'save' }))
  await says('read error, saved error')
  cut(false)
  await says('read success, saved error')
  expect(sent).toEqual(['/iam/stong/v1/users/self-tenants'])
})
