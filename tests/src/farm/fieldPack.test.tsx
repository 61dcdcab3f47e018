import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '#contract/farm/task'
import { fieldPack, useFieldPack } from '#src/screens/farm/tasks/useFieldPack.ts'

const tasks = [{ taskId: 7, areaId: 1, landId: 2 }] as unknown as readonly Task[]
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Takes along what the server answers with `status`, and says how it ended. */
function taken(status: number) {
  const body = JSON.stringify(status === 200 ? {} : { failed: true, code: 'error', message: '' })
  const fetched = vi.fn(async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }))
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  return { fetched, ...renderHook(() => useFieldPack(tasks), { wrapper }) }
}

test.each([200, 403])('what a task needs is taken along, but for what somebody may not read: %i', async (status) => {
  const { result, fetched } = taken(status)
  await waitFor(() => expect(result.current.at).not.toBeNull())
  expect(fetched).toHaveBeenCalledTimes(fieldPack(tasks).length)
})

test('nothing is said to be taken along that the server could not answer', async () => {
  const { result, fetched } = taken(500)
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  await waitFor(() => expect(vi.isMockFunction(fetched) && fetched.mock.settledResults.length).toBeGreaterThan(0))
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve)
  await promise
  expect(fetched).toHaveBeenCalledOnce()
  expect(result.current.at).toBeNull()
})
