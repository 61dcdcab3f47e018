import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import PreviewVrPage from '#src/screens/panoramas/preview/PreviewVrPage.tsx'
import { alarmServer } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { sceneOf, tourOf, words } from './panoramaServer.ts'

/** jsdom draws no panorama. */
vi.mock('#src/screens/panoramas/viewer/PanoramaView.tsx', () => ({ PanoramaView: () => null }))

beforeEach(() => {
  alarmServer([], ({ path }) => {
    if (path === 'panorama-vr/5') return tourOf(5)
    return path === 'panorama-scenes' ? [sceneOf(1)] : undefined
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Object.defineProperty(window, 'opener', { configurable: true, value: null })
})
const open = (by: { opener: object | null; before: number }) => {
  Object.defineProperty(window, 'opener', { configurable: true, value: by.opener })
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(by.before)
  return show(
    <Routes>
      <Route path="/preview/:id" element={<PreviewVrPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { at: '/preview/5' },
  ).router
}
const close = () => screen.queryByRole('button', { name: words.preview.close })

test('a preview that was opened in its place closes to the list of tours (VR-PREVIEW-02)', async () => {
  const router = open({ opener: null, before: 3 })
  await screen.findByRole('heading', { name: 'Round 5' })
  await userEvent.click(close()!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/system/vr-video'))
})

test.each([
  ['that another window opened', { opener: {}, before: 3 }],
  ['of its own', { opener: null, before: 1 }],
])('a window %s has nothing to close to (VR-PREVIEW-02)', async (_, by) => {
  open(by)
  await screen.findByRole('heading', { name: 'Round 5' })
  expect(close()).toBeNull()
})
