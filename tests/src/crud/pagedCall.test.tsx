import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { show } from './showing.tsx'
import { signedIn } from '../signedIn.ts'

const asked: string[] = []
let answer: (page: number) => unknown
const pageOf = (content: readonly object[], totalElements: number) => ({ content, totalElements, number: 1, size: 20 })

function Log({ narrowed }: { narrowed?: boolean }) {
  const { query, paging, turn, pager } = usePagedCall(deviceLogCalls.online, { params: { id: 7 } }, [20, 50])
  return (
    <ListGate compact query={query} rows={5} none={<p>Nothing yet</p>}>
      {({ content }) => (
        <>
          <ul>
            {content.map(({ id }) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
          {narrowed && <button onClick={() => turn({ ...paging, page: 1 })}>First</button>}
          {pager}
        </>
      )}
    </ListGate>
  )
}
const row = (id: number) => ({ id, at: 1, until: null, presence: 'online' })

beforeEach(async () => {
  asked.length = 0
  answer = (page) => pageOf([row(page)], 45)
  await signedIn(({ pathname, searchParams }) => {
    if (!pathname.includes('/7')) return []
    asked.push(`${searchParams.get('page')} of ${searchParams.get('size')}`)
    return answer(Number(searchParams.get('page')))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the first page has the first of the sizes; another is asked for when it is turned to, and the one before stands until it is there', async () => {
  show(<Log narrowed />)
  expect((await screen.findByRole('listitem')).textContent).toBe('1')
  let answered: () => void = () => undefined
  answer = (page) => new Promise((resolve) => (answered = () => resolve(pageOf([row(page)], 45))))
  await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(screen.getByRole('listitem').textContent).toBe('1')
  answered()
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toBe('2'))
  await userEvent.click(screen.getByRole('button', { name: 'First' }))
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toBe('1'))
  expect(asked).toEqual(['1 of 20', '2 of 20'])
})

test('an empty page of a list that has others can be left; an empty list says so', async () => {
  answer = () => pageOf([], 45)
  show(<Log />)
  await screen.findByRole('button', { name: 'Go to next page' })
  expect(screen.queryByText('Nothing yet')).toBeNull()
  cleanup()
  answer = () => pageOf([], 0)
  show(<Log />)
  await screen.findByText('Nothing yet')
  expect(screen.queryByRole('list')).toBeNull()
})

test('lines stand until the answer comes, and what could not be read says so and can be read again', async () => {
  let answered: (value: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (answered = resolve))
  show(<Log />)
  const waits = await screen.findByRole('status')
  expect(waits.children).toHaveLength(5)
  await waitFor(() => expect(asked).toHaveLength(1))
  answered(Response.json({ failed: true, code: 'error.internal', message: 'Broken' }, { status: 500 }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer = () => pageOf([row(3)], 1)
  await userEvent.click(retry)
  expect((await screen.findByRole('listitem')).textContent).toBe('3')
})
