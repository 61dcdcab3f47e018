import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import home from '#locales/en-US/home' with { type: 'json' }
import { NoviceGuide } from '#src/screens/home/landing/NoviceGuide.tsx'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'home', home)
const sent: { path: string; body: unknown }[] = []
let made: () => Response

beforeEach(() => {
  sent.length = 0
  made = () => Response.json({ areaId: 1 })
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { body, method }: { body?: string; method: string }) => {
    // The map of the place asks for the base that is looked at: there is none.
    if (method === 'GET') return Response.json(null)
    sent.push({ path: address, body: body == null ? null : JSON.parse(body) })
    return address.endsWith('/unlock') ? Response.json({ novice: false }) : made()
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function guide() {
  const { router } = show(<NoviceGuide />, { at: '/home' })
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return {
    name: (value: string) => type(/^Base short name/, value),
    number: (value: string) => type(/^Base number/, value),
    send: () => fireEvent.click(screen.getByRole('button', { name: 'Create the base' })),
    path: () => router.state.location.pathname,
  }
}

describe('the guide to the first base', () => {
  test('wants a name of at most 60 characters (NOVICE-04)', async () => {
    const { name, send } = guide()
    send()
    expect(await screen.findByText('Please enter the base short name')).toBeTruthy()
    name('n'.repeat(61))
    expect(await screen.findByText('Text too long')).toBeTruthy()
    expect(sent).toEqual([])
    name('n'.repeat(60))
    send()
    await waitFor(() => expect(sent).not.toEqual([]))
  })

  test('takes a number of letters, digits, underscores and hyphens, names all of them, and needs none (NOVICE-05)', async () => {
    const { name, number, send } = guide()
    name('First')
    for (const wrong of ['A 1', 'A.1', '\u4e00', 'A/1']) {
      number(wrong)
      send()
      expect(await screen.findByText(/letters, digits, underscores or hyphens/)).toBeTruthy()
    }
    expect(sent).toEqual([])
    number('aZ_0-9')
    send()
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ areaNum: 'aZ_0-9' }))
  })

  test('makes the default base of the tenant, takes the mark off, and goes on to the live page (NOVICE-01, -06)', async () => {
    const { name, send, path } = guide()
    name(' First ')
    send()
    await waitFor(() => expect(path()).toBe('/web/farm/home'))
    expect(sent.slice(0, 2)).toEqual([
      {
        path: '/wfpf/v1/7/area',
        body: { areaName: 'First', areaNum: null, organizationType: 'area', parentId: 0, areaUsage: 'plant', defaultFlag: 1, latlng: null },
      },
      { path: '/wfpf/v1/7/tenant/novice/unlock', body: null },
    ])
  })

  test('asks where the base is, and takes it by its figures too', async () => {
    const { name, send } = guide()
    name('First')
    const figure = async (label: RegExp, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } })
    await figure(/^Longitude/, '113.34')
    send()
    expect((await screen.findAllByText(/where the base is, or write/)).length).toBeGreaterThan(0)
    expect(sent).toEqual([])
    await figure(/^Latitude/, '22.96')
    send()
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ areaName: 'First', latlng: { longitude: 113.34, latitude: 22.96 } }))
  })

  test.each([
    [422, 'Only ten bases are in the contract'],
    [500, 'Service building, retry later'],
  ])('says the words of the server where the base was not made (ERRORS-13): %i', async (status, message) => {
    made = () => Response.json({ failed: true, code: 'error.any', message }, { status })
    const { name, send, path } = guide()
    name('First')
    send()
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
    expect(path()).toBe('/home')
    expect(sent).toHaveLength(1)
    expect(screen.getByLabelText<HTMLInputElement>(/^Base short name/).value).toBe('First')
  })
})
