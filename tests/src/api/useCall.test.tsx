import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountCalls } from '#contract/session/account'
import { userCalls } from '#contract/session/user'
import { newQueryClient, useCall, useCallMutation } from '#src/api/useCall.ts'

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
