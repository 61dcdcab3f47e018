import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import LatestNotice from '#src/screens/notices/LatestNotice.tsx'
import { useNotices } from '#src/screens/notices/useNotices.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

function Lists() {
  const asked = { readFlag: null, page: 1, size: 10 } as const
  const [announced, told] = [useNotices('ANNOUNCE', asked), useNotices('NOTIFY', asked)]
  return <output>{`${announced.status} ${told.status}`}</output>
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('notices are asked for once the tenant is known (TENANT-06)', async () => {
  const asked: string[] = []
  await signedIn(({ pathname }) => {
    asked.push(pathname)
    return pathname.includes('/hmsg/') && { content: [], number: 1, size: 10, totalElements: 0 }
  })
  asked.length = 0
  const known = session.get()
  session.set({ ...known, status: 'loading', tenantId: -1 })
  show(
    <>
      <Lists />
      <LatestNotice />
    </>,
  )
  expect(screen.getByText('pending pending')).toBeTruthy()
  expect(asked).toEqual([])
  session.set(known)
  await screen.findByText('success success')
  await waitFor(() => expect(asked.every((path) => path.startsWith('/hmsg/v1/1/'))).toBe(true))
})
