import { vi } from 'vitest'

/** How long a test waits, in ms, for what it knows will come: machines are shared, and no test measures time. */
export const PATIENCE = 10_000

const { waitFor } = vi
vi.waitFor = (until, options = {}) =>
  waitFor(until, { timeout: PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) })
