import { cleanup, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VR_MAP } from '#contract/panoramas/permission'
import map from '#locales/en-US/map' with { type: 'json' }
import { BaseTours } from '#src/screens/map/BaseTours.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'map', map)
const json = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
const aTour = (vrId: number, scenes: number) => ({ vrId, vrName: `Tour ${vrId}`, scenes })

let approve: boolean
let asked: URL[]
let wasAsked: boolean
beforeEach(() => {
  approve = true
  asked = []
  wasAsked = false
  startAnew('')
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(String(address), 'http://furrow.test')
    if (url.pathname.endsWith('/check-resources')) {
      wasAsked = true
      return json([{ code: VR_MAP, approve }])
    }
    asked.push(url)
    return json({ content: [aTour(3, 2), aTour(4, 0)], number: 1, size: 5, totalElements: 2 })
  })
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

test('MAP-09: the tours of a base open in a new tab; one without a scene, and a disabled one, is not offered', async () => {
  show(<BaseTours areaId={7} />)
  const tour = await screen.findByRole('link', { name: 'Tour 3' })
  expect(tour.getAttribute('href')).toBe('/preview-vr/3')
  expect(tour.getAttribute('target')).toBe('_blank')
  expect(screen.queryByText('Tour 4')).toBeNull()
  expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('areaId'), searchParams.get('enabledFlag')])).toEqual([
    ['/wfpf/v1/1/panorama-vr', '7', '1'],
  ])
})

test('who may not see tours is asked for none', async () => {
  approve = false
  show(<BaseTours areaId={7} />)
  await waitFor(() => expect(wasAsked).toBe(true))
  expect(asked).toEqual([])
  expect(screen.queryByRole('navigation')).toBeNull()
})
