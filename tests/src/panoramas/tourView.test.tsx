import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Hotspot, writeHotspots } from '#contract/panoramas/hotspot'
import type { ShownMarker } from '#src/screens/panoramas/viewer/PanoramaView.tsx'
import { TourView } from '#src/screens/panoramas/preview/TourView.tsx'
import { alarmServer } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { sceneOf, words } from './panoramaServer.ts'

const stage = {
  turnTo: vi.fn(),
  look: () => ({ ath: 0, atv: 0, fov: 90 }),
  followsPhone: () => Promise.resolve(false),
  onFollow: () => () => undefined,
}
/** jsdom draws no panorama; what stands on it is drawn beside it. */
vi.mock('#src/screens/panoramas/viewer/PanoramaView.tsx', async () => {
  const { useEffect } = await import('react')
  return {
    PanoramaView: ({ markers, onStage }: { markers: readonly ShownMarker[]; onStage: (to: unknown) => void }) => {
      useEffect(() => onStage(stage), [onStage])
      return markers.map(({ name, content }) => <div key={name}>{content}</div>)
    },
  }
})

const spot = (name: string, given: Partial<Hotspot>) =>
  ({
    name,
    ath: 0,
    atv: 0,
    width: 50,
    height: 50,
    style: 'front',
    url: '/hotspots/front.svg',
    ondown: '',
    text: '',
    linkedscene: null,
    ...given,
  }) as Hotspot
const way = spot('hs-1', { HType: 1, content: { scenesId: 2 }, linkedscene: 2, text: 'To the pond' } as Partial<Hotspot>)
const board = spot('hs-2', { HType: 4, content: 'Twice a day', text: 'Board' } as Partial<Hotspot>)
const link = spot('hs-3', { HType: 5, content: 'https://example.org/farm', text: 'Site' } as Partial<Hotspot>)
const scenes = [sceneOf(1, { hotSpotJson: writeHotspots([way, board, link]) }), sceneOf(2)]
const onScene = vi.fn()
const open = (given: Partial<ComponentProps<typeof TourView>> = {}) =>
  show(<TourView name="Round" description="" scenes={scenes} onScene={onScene} onClose={() => undefined} {...given} />)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const bar = () => screen.getByRole('region', { name: words.preview.scenes })

beforeEach(() => {
  alarmServer([], () => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  onScene.mockReset()
  stage.turnTo.mockReset()
})

test('a scene is loading for a second, and its name fades after five (VR-PREVIEW-01)', async () => {
  vi.useFakeTimers()
  open()
  expect(screen.getByLabelText(words.viewer.loading)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.getByLabelText(words.viewer.loading)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByLabelText(words.viewer.loading)).toBeNull()
  const label = screen.getByText('Scene 1')
  expect(label.style.opacity).not.toBe('0')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(label.style.opacity).toBe('0')
})

test('a window of its own has nothing to close to (VR-PREVIEW-02)', async () => {
  open({ onClose: undefined })
  await screen.findByRole('heading', { name: 'Round' })
  expect(screen.queryByRole('button', { name: words.preview.close })).toBeNull()
})

test('a full screen has no name over it (VR-PREVIEW-03)', async () => {
  open()
  await screen.findByRole('heading', { name: 'Round' })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.documentElement })
  act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  expect(screen.queryByRole('heading', { name: 'Round' })).toBeNull()
  Reflect.deleteProperty(document, 'fullscreenElement')
})

test('a hotspot leads to its scene, opens what it holds, and a link in a window of its own (VR-PREVIEW-04)', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  open()
  await press(/Board/)
  expect(await within(await screen.findByRole('dialog')).findByText('Twice a day')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(/Site/)
  expect(opened).toHaveBeenCalledWith('https://example.org/farm', '_blank', 'noopener,noreferrer')
  await press(/To the pond/)
  expect(await screen.findByText('Scene 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Board/ })).toBeNull()
})

test('the bar shows each scene by its name, the shown one set off (VR-PREVIEW-07)', async () => {
  open()
  await press(words.preview.scenes)
  const pressed = () =>
    within(bar())
      .getAllByRole('button')
      .map((one) => [one.textContent, one.getAttribute('aria-pressed')])
  expect(pressed()).toEqual([
    ['Scene 1', 'true'],
    ['Scene 2', 'false'],
  ])
  await userEvent.click(within(bar()).getByRole('button', { name: 'Scene 2' }))
  expect(pressed().map(([, one]) => one)).toEqual(['false', 'true'])
})

test('the introduction is its words under its name, or that there are none (VR-PREVIEW-09)', async () => {
  open()
  await press(words.preview.introduction)
  expect(await within(await screen.findByRole('dialog', { name: 'Round' })).findByText(words.preview.noIntroduction)).toBeTruthy()
  cleanup()
  open({ description: 'Two ponds' })
  await press(words.preview.introduction)
  expect(await within(await screen.findByRole('dialog', { name: 'Round' })).findByText('Two ponds')).toBeTruthy()
})

test('another scene closes what was opened of the one before and is loading again; the shown one is looked at as at first (VR-PREVIEW-10)', async () => {
  open()
  await press(words.preview.scenes)
  await waitFor(() => expect(screen.queryByLabelText(words.viewer.loading)).toBeNull(), { timeout: 5000 })
  await userEvent.click(within(bar()).getByRole('button', { name: 'Scene 1' }))
  expect(stage.turnTo).toHaveBeenCalledOnce()
  expect(screen.queryByLabelText(words.viewer.loading)).toBeNull()
  await userEvent.click(within(bar()).getByRole('button', { name: 'Scene 2' }))
  expect(onScene).toHaveBeenCalledTimes(2)
  expect(screen.getByLabelText(words.viewer.loading)).toBeTruthy()
})
