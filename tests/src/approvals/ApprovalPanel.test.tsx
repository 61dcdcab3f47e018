import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import { ApprovalPanel } from '#src/screens/approvals/ApprovalPanel.tsx'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'approvals', approvals)
const nothing = () => Response.json({ content: [], number: 1, size: 10, totalElements: 0 })
let list: () => Response

beforeEach(() => {
  list = nothing
  vi.stubGlobal('fetch', async (address: string) => (/query\/page/.test(address) ? list() : Response.json({ waiting: 0 })))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the approvals of the notice centre', () => {
  test.each([
    ['Approved by me', 'the server’s message', { status: 422, message: 'The list is closed today' }, 'The list is closed today'],
    ['Submitted by me', 'that it failed, where the server said nothing', { status: 500, message: '' }, 'Failed to get data'],
    ['Copied to me', 'that it failed, where what came is no list', null, 'Failed to get data'],
  ])('in the view %s say %s when they cannot be read, and are read again (ERRORS-12)', async (view, _, failure, words) => {
    list = () =>
      failure == null
        ? new Response('<html>')
        : Response.json({ failed: true, code: 'error.x', message: failure.message }, { status: failure.status })
    show(<ApprovalPanel onClose={vi.fn()} />)
    fireEvent.click(screen.getByRole('button', { name: view }))
    expect(await screen.findByText(words)).toBeTruthy()
    list = nothing
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Sorry, you have no data')).toBeTruthy()
  })
})
