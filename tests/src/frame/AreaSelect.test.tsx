import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStands } from '#src/api/readStands.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { STANDS_HEADER } from '#contract/session/standsHeader'
import { AreaSelect } from '#src/frame/AreaSelect.tsx'
import { signedIn } from '../signedIn.ts'

const queryClient = newQueryClient()
afterEach(() => queryClient.clear())

const COUNT = 25
const aBase = (areaId: number) => ({ areaId, areaName: `Base ${areaId}`, areaAddress: null, defaultFlag: areaId === 1 ? 1 : 0 })
let seeTheEnd: () => void = () => {}
const asked: { page: number; size: number; areaName: string }[] = []

beforeEach(async () => {
  asked.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (seen: { isIntersecting: boolean }[]) => void) {
        seeTheEnd = () => told([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/area/default')) return aBase(1)
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/alarm/bases'))
      return Response.json([{ areaId: 3, areaName: 'Base 3', active: 2, unacknowledged: 2, worst: {} }])
    if (!pathname.endsWith('/area')) return
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 10)]
    const areaName = searchParams.get('areaName') ?? ''
    asked.push({ page, size, areaName })
    const found = Array.from({ length: COUNT }, (_, at) => aBase(at + 1)).filter((base) => base.areaName.includes(areaName))
    return Response.json(
      { content: found.slice((page - 1) * size, page * size), number: page, size, totalElements: found.length },
      { headers: { [STANDS_HEADER]: JSON.stringify({ start: 1, seq: { area: page } }) } },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a base in which alarms wait says how many', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <AreaSelect />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Base 1$/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Base 3/ }).textContent).toContain('2 alarms not acknowledged'))
  expect(screen.getByRole('button', { name: /^Base 2/ }).textContent).toBe('Base 2')
})

test('the bases come ten at a time, the next when the end of the list is seen, and by their name (AREA-01, PAGINATION-01)', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <AreaSelect />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Base 1$/ }))
  const bases = () => screen.getAllByRole('button', { name: /^Base \d+/ }).map(({ textContent }) => Number(/\d+/.exec(textContent ?? '')))
  await waitFor(() => expect(bases()).toHaveLength(10))
  act(() => seeTheEnd())
  await waitFor(() => expect(bases()).toHaveLength(20))
  act(() => seeTheEnd())
  await waitFor(() => expect(bases()).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1)))
  expect(new Set(asked.map(({ size }) => size))).toEqual(new Set([10]))
  // A base that is renamed elsewhere is renamed here too.
  const held = queryClient.getQueryCache().getAll()
  expect(held.filter(({ meta }) => meta?.follows.includes('area') !== true)).toEqual([])
  // Also one that was renamed after the first page was read and before anybody listened; the later pages are newer.
  const list = held.find(({ queryKey }) => queryKey.includes('scrolled'))
  expect(list && readStands(list)).toEqual({ start: 1, seq: { area: 1 } })

  for (const value of ['B', 'Ba', 'Base', 'Base 25']) fireEvent.change(screen.getByRole('textbox'), { target: { value } })
  await waitFor(() => expect(bases()).toEqual([25]))
  // Not at every letter: once, when typing rests.
  expect([...new Set(asked.map(({ areaName }) => areaName))]).toEqual(['', 'Base 25'])
  fireEvent.click(screen.getByRole('button', { name: /^Base 25/ }))
  await waitFor(() => expect(sessionStorage.getItem('furrow.areaId')).toBe('25'))
})

test('bases that cannot be read are said in the words of the server, and read again when asked (ERRORS-14)', async () => {
  let closed = true
  await signedIn(({ pathname }) => {
    if (pathname.endsWith('/area/default')) return aBase(1)
    if (!pathname.endsWith('/area')) return
    if (closed) return Response.json({ failed: true, code: 'error.x', message: 'Closed for today' }, { status: 422 })
    return { content: [aBase(2)], number: 1, size: 10, totalElements: 1 }
  })
  render(
    <QueryClientProvider client={queryClient}>
      <AreaSelect />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Base 1$/ }))
  expect(await screen.findByText('Closed for today')).toBeTruthy()
  closed = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Base 2/ })).toBeTruthy()
})
