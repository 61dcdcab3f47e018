import { renderHook } from '@testing-library/react'
import { NEVER } from 'rxjs'
import { expect, test, vi } from 'vitest'
import type { Device } from '#contract/devices/device'
import { usePresences } from '#src/devices/usePresences.ts'

const live = { presence: 'unknown', heardAt: 0 }
vi.mock('#src/live/useLiveArea.ts', () => ({ useLiveArea: () => ({ presence: { get: () => live, changes$: NEVER } }) }))

const heard = (heardAt: number | null) =>
  renderHook(() => usePresences(1, [{ id: 3, presence: 'unknown', heardAt } as Device])).result.current[0]!.heardAt

test('a device that was never heard has no age, rather than that of 1970', () => {
  expect(heard(null)).toBeNull()
  expect(heard(500)).toBe(500)
  live.heardAt = 900
  expect(heard(500)).toBe(900)
})
