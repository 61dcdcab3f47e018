import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, findSilent } from '#src/map/findSilent.ts'
import { GROUND, listSources } from '#src/map/mapSources.ts'

const VIEW = { longitude: 113.34, latitude: 22.96, zoom: 20 }
const [dead, alive, other] = listSources([
  { name: 'Dead', url: '/dead/{z}/{x}/{y}', crs: 'WGS84', attribution: '' },
  { name: 'Alive', url: '/alive/{z}/{x}/{y}', crs: 'GCJ02', attribution: '' },
  { name: 'Other', url: '/other/{z}/{x}/{y}', crs: 'BD09', attribution: '' },
])

let asked: string[]
beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      referrerPolicy = ''
      set src(url: string) {
        asked.push(url)
        if (!url.startsWith('/mute')) queueMicrotask(() => this.dispatchEvent(new Event(url.startsWith('/dead') ? 'error' : 'load')))
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('findSilent', () => {
  test('asks one tile of each source until one answers, at a zoom that its provider has', async () => {
    expect(await findSilent([dead!, alive!, other!], VIEW)).toEqual([dead])
    expect(asked).toEqual([expect.stringMatching(/^\/dead\/18\//), expect.stringMatching(/^\/alive\/18\//)])
  })

  test('the ground always answers, and asks nobody', async () => {
    expect(await findSilent([dead!, GROUND, alive!], VIEW)).toEqual([dead])
    expect(asked).toHaveLength(1)
  })

  test('a provider that says nothing is silent', async () => {
    vi.useFakeTimers()
    const [mute] = listSources([{ name: 'Mute', url: '/mute/{z}/{x}/{y}', crs: 'WGS84', attribution: '' }])
    const said = answers(mute!, VIEW, 50)
    await vi.advanceTimersByTimeAsync(50)
    expect(await said).toBe(false)
  })
})
