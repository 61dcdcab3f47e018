import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { session } from '#src/session/session.ts'
import { useDraft } from '#src/session/useDraft.ts'

afterEach(() => sessionStorage.clear())

const formIn = (tenantId: number) => {
  session.set({ ...session.get(), tenantId })
  return renderHook(() => useDraft<string>('worker new'), { wrapper: MemoryRouter })
}

test('what was typed in one tenant is not offered in another, and is still there on the way back', () => {
  const form = formIn(1)
  form.result.current.keep('A secret of the first')
  form.unmount()
  expect(formIn(2).result.current.found).toBeNull()
  expect(formIn(1).result.current.found).toBe('A secret of the first')
})
