import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userManageCalls } from '#contract/organization/user'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { useShown } from '#src/crud/useShown.ts'
import { NameCell } from '#src/ui/NameCell.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

const PERSON = {
  userId: 3,
  realName: 'Lin',
  loginName: 'lin',
  phone: null,
  email: null,
  state: 'active',
  begun: true,
  roles: ['Lead'],
  had: [],
}
let people: object[]
let asked: string[]

beforeEach(async () => {
  people = [PERSON]
  asked = []
  await signedIn((url) => {
    if (!url.pathname.endsWith('/user-manage')) return undefined
    asked.push(url.search)
    return { content: people, number: 1, size: 10, totalElements: people.length }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function People({ wide, variant }: { wide: boolean; variant?: 'pageNoSearch' }) {
  const { opened, edited, show: go } = useShown()
  const list = useCallList(userManageCalls.page, {
    name: 'people',
    label: 'People',
    wide,
    filters: [{ name: 'search', label: 'Search' }],
    failed: 'Not read',
    none: { title: 'Nobody', ...(variant && { variant }) },
  })
  return (
    <>
      <ReloadButton label="Reload" onReload={() => list.query.refetch()} />
      <button type="button" onClick={() => go('edit', 'new')}>
        Make
      </button>
      <output>{`${opened} ${edited ?? 'none'}`}</output>
      <CallList
        {...list}
        rowId={({ userId }) => userId}
        columns={[
          { name: 'realName', label: 'Name', cell: ({ realName, roles }) => <NameCell cut name={realName} below={roles.join(', ')} /> },
        ]}
        onOpen={({ userId }) => go('open', userId)}
      />
    </>
  )
}

test('a list asks for what it is filtered by, and is read anew when asked', async () => {
  show(<People wide />)
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'lin' } })
  await waitFor(() => expect(asked.at(-1)).toContain('search=lin'))
  const before = asked.length
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(asked.length).toBe(before + 1))
})

test('a row is opened, and what was edited is edited no more; below its name stands what has no column in the hand', async () => {
  show(<People wide />)
  const name = await screen.findByText('Lin')
  expect(screen.getByText('Lead')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Make' }))
  await waitFor(() => expect(screen.getByText('0 new')).toBeTruthy())
  fireEvent.click(name)
  await waitFor(() => expect(screen.getByText('3 none')).toBeTruthy())
})

test('where there is nothing, the filters of a wide list stay and those of another go', async () => {
  people = []
  show(<People wide />)
  await screen.findByText('Nobody')
  expect(screen.getByLabelText('Search')).toBeTruthy()
  cleanup()
  show(<People wide={false} />)
  await screen.findByText('Nobody')
  expect(screen.queryByLabelText('Search')).toBeNull()
})

test.each([
  ['pageNoSearch' as const, true],
  [undefined, false],
])('where the filters leave nothing, a list of %s says its own words: %s', async (variant, says) => {
  show(<People wide {...(variant && { variant })} />)
  await screen.findByText('Lin')
  people = []
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'nobody' } })
  await waitFor(() => expect(screen.queryByText('Lin')).toBeNull())
  await waitFor(() => expect(screen.queryByText('Nobody') !== null).toBe(says))
})
