import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VR_EDIT } from '#contract/panoramas/permission'
import { writeHotspots } from '#contract/panoramas/hotspot'
import EditVrPage from '#src/screens/panoramas/editor/EditVrPage.tsx'
import { VrEditor } from '#src/screens/panoramas/editor/VrEditor.tsx'
import type { ShownMarker } from '#src/screens/panoramas/viewer/PanoramaView.tsx'
import { session } from '#src/session/session.ts'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { panoramaOf, sceneOf, tourOf, words } from './panoramaServer.ts'

/** jsdom draws no panorama; what the editor gives the viewer is drawn beside it. */
vi.mock('#src/screens/panoramas/viewer/PanoramaView.tsx', () => ({
  PanoramaView: ({ markers }: { markers: readonly ShownMarker[] }) =>
    markers.map(({ name: key, content }) => <div key={key}>{content}</div>),
}))

const hotspot = {
  name: 'hs-1',
  atv: 0,
  ath: 0,
  width: 50,
  height: 50,
  style: 'text' as const,
  url: '/hotspots/text.svg',
  ondown: '',
  text: 'Board',
  HType: 4 as const,
  content: 'Twice a day',
  linkedscene: null,
}
let asked: Asked[]
let saved: (path: string) => unknown
let tour = tourOf(5)
let scenes = [sceneOf(1)]
const begin = (codes: readonly string[] = [VR_EDIT]) => {
  asked = alarmServer(codes, ({ method, path, body }) => {
    if (path === 'panorama-vr/5') return tour
    if (path === 'panorama') return pageOf(Array.from({ length: 10 }, (_, at) => panoramaOf(at + 1)))
    if (method !== 'GET')
      return saved(path) ?? { ...(path === 'panorama-vr' ? tour : scenes[0]), ...(body as object), objectVersionNumber: 2 }
    return path === 'panorama-scenes' ? scenes : undefined
  })
}
beforeEach(() => {
  saved = () => undefined
  tour = tourOf(5)
  scenes = [sceneOf(1, { hotSpotJson: writeHotspots([hotspot]) }), sceneOf(2)]
  begin()
  session.set({ ...session.get(), accessToken: () => Promise.resolve('t') })
})
afterEach(() => {
  cleanup()
  clearToasts()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})
const written = () => asked.filter(({ method }) => method !== 'GET')
const open = async () => show(<VrEditor vrId={5} />)
const tab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fill = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const name = () => screen.findByLabelText(/^VR name/)
const choose = async (label: string | RegExp, option: string) => {
  fireEvent.mouseDown(screen.getByLabelText(label))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
/** The scene is shown a second after it was opened; until then nothing is saved. */
const shown = async () => {
  await screen.findAllByRole('button', { name: new RegExp(words.edit.removeScene.replace('{{name}}', '.*')) })
  await waitFor(() => expect(screen.queryByLabelText(words.viewer.loading)).toBeNull(), { timeout: 5000 })
}
const save = async () => {
  await shown()
  await press(words.edit.save)
}

test('who may not make tours is told so, and nothing is asked for', async () => {
  begin([])
  show(<EditVrPage />)
  expect(await screen.findByRole('heading')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(asked.filter(({ path }) => path.startsWith('panorama'))).toEqual([])
})

test('a hotspot without a type, and each kind without its content, is held up beside what is missing', async () => {
  await open()
  await tab(words.edit.tab.hotspot)
  await press(words.hotspot.add)
  await press(words.hotspot.confirm)
  expect(await screen.findByText(words.fault.type)).toBeTruthy()
  const kinds = [
    [words.kind.text, words.fault.text],
    [words.kind.picture, words.fault.picture],
    [words.kind.link, words.fault.link],
    [words.kind.scene, words.fault.scene],
    [words.kind.device, words.fault.device],
  ] as const
  for (const [kind, fault] of kinds) {
    await choose(/^Hotspot type/, kind)
    await press(words.hotspot.confirm)
    expect(await screen.findByText(fault)).toBeTruthy()
  }
  expect(screen.getByLabelText(/^Title/).getAttribute('maxlength')).toBe('20')
  expect(written()).toEqual([])
})

test.each(['javascript:alert(1)', 'example.org', 'https://', 'data:text/html,x'])(
  'the link %s is refused beside its input',
  async (link) => {
    await open()
    await tab(words.edit.tab.hotspot)
    await press(words.hotspot.add)
    await choose(/^Hotspot type/, words.kind.link)
    fill(/^Hyperlink/, link)
    await press(words.hotspot.confirm)
    // The documents' own words (HOTSPOT-08).
    expect(await screen.findByText('Please fill in the correct full URL starting with http or https')).toBeTruthy()
    expect(screen.getByRole('button', { name: words.hotspot.confirm })).toBeTruthy()
  },
)

test('a text of more than 2000 characters, and an address of ftp, are held up and taken (HOTSPOT-07, -08)', async () => {
  await open()
  await tab(words.edit.tab.hotspot)
  await press(words.hotspot.add)
  await choose(/^Hotspot type/, words.kind.text)
  fill(/^Text/, 'x'.repeat(2001))
  await press(words.hotspot.confirm)
  expect(await screen.findByText(words.fault.textLong)).toBeTruthy()
  fill(/^Text/, 'x'.repeat(2000))
  await waitFor(() => expect(screen.queryByText(words.fault.textLong)).toBeNull())
  await choose(/^Hotspot type/, words.kind.link)
  fill(/^Hyperlink/, 'ftp://example.org/map.pdf')
  await press(words.hotspot.confirm)
  await waitFor(() => expect(screen.queryByRole('button', { name: words.hotspot.confirm })).toBeNull())
})

test('a save waits for the hotspot that is worked on; then it carries the hotspot and the token, and says so', async () => {
  await open()
  await tab(words.edit.tab.hotspot)
  await press(`${words.hotspot.edit.replace('{{name}}', 'Board')} ${words.kind.text}`)
  fill(/^Title/, 'Notice')
  await save()
  expect(await screen.findByText(words.said.blocked)).toBeTruthy()
  await press(words.hotspot.confirm)
  await press(words.edit.save)
  await waitFor(() => expect(written()).toHaveLength(1), { timeout: 4000 })
  const body = written()[0]!.body as { hotSpotJson: string; token: string }
  expect(JSON.parse(body.hotSpotJson)).toEqual([{ ...hotspot, text: 'Notice' }])
  expect(body).toMatchObject({ scenesId: 1, objectVersionNumber: 1, token: 't' })
  expect(await screen.findByText(words.said.saved)).toBeTruthy()
})

test('VR-EDITOR-04: a save of a disabled tour enables it, and that is said before', async () => {
  tour = tourOf(5, { enabledFlag: 0 })
  await open()
  expect(await screen.findByText(words.edit.disabled)).toBeTruthy()
  fireEvent.change(await name(), { target: { value: 'Round again' } })
  await save()
  await waitFor(() => expect(written()).toHaveLength(1), { timeout: 4000 })
  expect(written()[0]!.body).toMatchObject({ vrName: 'Round again', enabledFlag: 1, objectVersionNumber: 1 })
})

test('what is done is undone and redone by keys, and by who types nothing', async () => {
  await open()
  fireEvent.change(await name(), { target: { value: 'Round again' } })
  expect(await screen.findByText(words.edit.unsaved)).toBeTruthy()
  const header = screen.getByRole('banner')
  fireEvent.keyDown(header, { key: 'z', ctrlKey: true })
  await waitFor(async () => expect(await name()).toHaveProperty('value', 'Round 5'))
  fireEvent.keyDown(header, { key: 'z', ctrlKey: true, shiftKey: true })
  await waitFor(async () => expect(await name()).toHaveProperty('value', 'Round again'))
  fireEvent.keyDown(await name(), { key: 'z', ctrlKey: true })
  expect(await name()).toHaveProperty('value', 'Round again')
})

test('leaving asks where something is not saved; staying keeps it, leaving drops it', async () => {
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Round again' } })
  await shown()
  await press(words.edit.exit)
  expect(await screen.findByText(words.edit.leaveText)).toBeTruthy()
  await press(words.edit.stay)
  expect(await name()).toHaveProperty('value', 'Round again')
  await press(words.edit.exit)
  await press(words.edit.drop)
  await waitFor(() => expect(router.state.location.pathname).toBe('/system/vr-video'))
  expect(written()).toEqual([])
})

test('a version that somebody else saved is a conflict; what is kept goes over theirs', async () => {
  await open()
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  saved = () => Response.json({ failed: true, code: 'error.version.stale', message: 'Stale' }, { status: 409 })
  await save()
  expect(await screen.findByText(words.edit.conflictText, {}, { timeout: 5000 })).toBeTruthy()
  saved = () => undefined
  tour = tourOf(5, { vrName: 'Theirs', objectVersionNumber: 8 })
  await press(words.edit.later)
  expect(await name()).toHaveProperty('value', 'Mine')
  saved = () => Response.json({ failed: true, code: 'error.version.stale', message: 'Stale' }, { status: 409 })
  await press(words.edit.save)
  await screen.findByText(words.edit.conflictText, {}, { timeout: 5000 })
  saved = () => undefined
  await press(words.edit.mine)
  await waitFor(() => expect(written().at(-1)?.body).toMatchObject({ vrName: 'Mine', objectVersionNumber: 8 }))
})

test('the last scene stays, and no more are offered than ten', async () => {
  scenes = [sceneOf(1)]
  await open()
  await shown()
  await press(words.edit.removeScene.replace('{{name}}', 'Scene 1'))
  expect(await screen.findByText(words.said.lastScene)).toBeTruthy()
  cleanup()
  scenes = Array.from({ length: 9 }, (_, at) => sceneOf(at + 1))
  await open()
  await shown()
  await press(words.edit.addScene)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Gate 1' }))
  expect(dialog.getByRole('checkbox', { name: 'Gate 2' })).toHaveProperty('disabled', true)
  cleanup()
  scenes = Array.from({ length: 10 }, (_, at) => sceneOf(at + 1))
  await act(() => open())
  expect(await screen.findByRole('button', { name: words.edit.addScene })).toHaveProperty('disabled', true)
})

test('beside the picture stand the three tabs, on the left, and over it what saves and leaves (VR-EDITOR-01, -12)', async () => {
  await open()
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([words.edit.tab.basic, words.edit.tab.view, words.edit.tab.hotspot])
  expect(screen.getByRole('tablist', { name: words.edit.tabs }).getAttribute('aria-orientation')).toBe('vertical')
  for (const one of [words.edit.save, words.edit.exit]) expect(screen.getByRole('button', { name: one })).toBeTruthy()
})

test('hotspots stand on the picture on their own tab alone (HOTSPOT-02)', async () => {
  await open()
  await tab(words.edit.tab.hotspot)
  const marker = { name: words.hotspot.marker.replace('{{name}}', 'Board') }
  expect(await screen.findByRole('button', marker)).toBeTruthy()
  await tab(words.edit.tab.view)
  expect(screen.queryByRole('button', marker)).toBeNull()
})

test('the hotspot tab offers the cover of the scene, which is saved with it (HOTSPOT-17)', async () => {
  scenes = [sceneOf(1, { scenesCover: '/cover.jpg' })]
  await open()
  await tab(words.edit.tab.hotspot)
  const cover = await screen.findByRole('group', { name: words.edit.cover })
  await userEvent.click(within(cover).getByRole('button', { name: /remove/i }))
  await save()
  await waitFor(() => expect(written()).toHaveLength(1), { timeout: 4000 })
  expect(written()[0]!.body).toMatchObject({ scenesId: 1, scenesCover: '' })
})

test('the kinds of a hotspot stand in their order, and its size from 0 to 2 in steps of 0.1 (HOTSPOT-01, -05)', async () => {
  await open()
  await tab(words.edit.tab.hotspot)
  await press(words.hotspot.add)
  const size = screen.getByRole('slider', { name: words.hotspot.size })
  expect(['min', 'max', 'step', 'value'].map((name_) => size.getAttribute(name_))).toEqual(['0', '2', '0.1', '1'])
  fireEvent.mouseDown(screen.getByLabelText(/^Hotspot type/))
  const { text, picture, link, scene, device } = words.kind
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([text, picture, link, scene, device])
})

test('panoramas are chosen ten at a time, and each becomes a scene (VR-SCENE-03)', async () => {
  await open()
  await shown()
  await press(words.edit.addScene)
  const dialog = within(await screen.findByRole('dialog'))
  for (const gate of ['Gate 3', 'Gate 4']) await userEvent.click(await dialog.findByRole('checkbox', { name: gate }))
  expect(asked.find(({ path }) => path === 'panorama')?.query.get('size')).toBe('10')
  await userEvent.click(dialog.getByRole('button', { name: words.edit.add }))
  await waitFor(() => expect(written().map(({ path }) => path)).toEqual(['panorama-scenes', 'panorama-scenes']), { timeout: 4000 })
})
