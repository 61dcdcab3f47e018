import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { type GatedQuery, QueryGate } from '#src/ui/QueryGate.tsx'

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})
afterEach(cleanup)

const refetch = vi.fn()
const waits: GatedQuery<string[]> = { data: undefined, isError: false, error: null, refetch }
const shown = (query: GatedQuery<string[]>, none?: string) =>
  render(
    <QueryGate compact query={query} title="Could not be read" waiting="Waiting" none={none}>
      {(rows) => `There: ${rows.join()}`}
    </QueryGate>,
  ).container.textContent

test('what is asked for is waited for, and then shown', () => {
  expect(shown(waits)).toBe('Waiting')
  expect(shown({ ...waits, data: ['one'] })).toBe('There: one')
})

test('what cannot be read says so, and is read again', () => {
  expect(shown({ ...waits, isError: true, error: new Error('gone') })).toContain('Could not be read')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('what was read stays when reading it again fails', () => {
  expect(shown({ ...waits, data: ['one'], isError: true, error: new Error('gone') })).toBe('There: one')
})

test('an empty list is told of where there are words for it, and is shown as any other where there are none', () => {
  expect(shown({ ...waits, data: [] }, 'Nothing')).toBe('Nothing')
  expect(shown({ ...waits, data: [] })).toBe('There: ')
  expect(shown({ ...waits, data: ['one'] }, 'Nothing')).toBe('There: one')
})
