import { register } from 'prom-client'
import { afterAll, vi } from 'vitest'

// One process serves many files, and keeps the libraries. Furrow's own modules are read anew for each: nothing of them is kept from the file before.
vi.resetModules()
// They count anew, and under the same names.
register.clear()

const environment = { ...process.env }
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
