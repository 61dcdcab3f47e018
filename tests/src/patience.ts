import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'
import { PATIENCE } from '../patience.ts'

configure({ asyncUtilTimeout: PATIENCE })

// The next file has the same window: it finds nothing of what this one put in the place of something.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
