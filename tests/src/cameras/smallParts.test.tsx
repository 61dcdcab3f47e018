import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import words from '#locales/en-US/cameras' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import { PresetList } from '#src/cameras/PresetList.tsx'
import { BindDialog } from '#src/screens/cameras/form/BindDialog.tsx'
import { ShareDialog } from '#src/screens/cameras/form/ShareDialog.tsx'
import { CameraTree } from '#src/screens/cameras/split/CameraTree.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'

let asked: Asked[]
let acted: unknown
let presets: { id: number; name: string }[]
let share: { status: number; areaIds: number[] }
beforeEach(() => {
  acted = 1
  presets = [
    { id: 1, name: 'Gate' },
    { id: 2, name: 'Pond' },
  ]
  share = { status: 0, areaIds: [] }
  asked = alarmServer([], ({ method, path }) => {
    if (method !== 'GET') return acted instanceof Response ? acted.clone() : Response.json(acted)
    if (path === 'camera/preset/5/list') return presets
    if (path === 'camera/5/share') return share
    if (path === 'device/gateway/tenant-all') return pageOf([{ id: 31, name: 'House 1' }])
    if (path.startsWith('area')) return pageOf([AREA_ID, 4].map((areaId) => ({ areaId, areaName: `Base ${areaId}` })))
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const acts = () => asked.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])
const save = () => userEvent.click(screen.getByRole('button', { name: crud.save }))
const refused = (fields: object) =>
  Response.json({ failed: true, code: 'error.input.invalid', message: 'Some input is not right', fields }, { status: 400 })

describe('the kept positions', () => {
  test('are gone to, kept by a name, and forgotten after a question', async () => {
    show(<PresetList cameraId={5} mayTurn />)
    await userEvent.click(await screen.findByRole('button', { name: 'Go to Pond' }))
    expect(await screen.findByText('Going to “Pond”')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(words.preset.name), 'Barn')
    await userEvent.click(screen.getByRole('button', { name: words.preset.add }))
    await waitFor(() => expect(acts().at(-1)).toEqual([expect.stringMatching(/preset$/), { cameraId: 5, name: 'Barn' }]))
    await waitFor(() => expect((screen.getByLabelText(words.preset.name) as HTMLInputElement).value).toBe(''))
    await userEvent.click(screen.getByRole('button', { name: 'Delete Gate' }))
    const before = acts().length
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.delete.act }))
    await waitFor(() => expect(acts()[before]?.[0]).toBe('camera/preset/1/del'))
  })

  test('whose name is taken say so beside it, and what was typed stays', async () => {
    show(<PresetList cameraId={5} mayTurn />)
    acted = Response.json({ failed: true, code: 'error.camera.presetTaken', message: 'There is one of that name' }, { status: 409 })
    await userEvent.type(await screen.findByLabelText(words.preset.name), 'Gate')
    await userEvent.click(screen.getByRole('button', { name: words.preset.add }))
    expect(await screen.findByText('There is one of that name')).toBeTruthy()
    expect((screen.getByLabelText(words.preset.name) as HTMLInputElement).value).toBe('Gate')
  })

  test('are seen and not used by who may not turn it', async () => {
    show(<PresetList cameraId={5} mayTurn={false} />)
    expect((await screen.findByRole('button', { name: 'Go to Gate' })).getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByLabelText(words.preset.name)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Gate' })).toBeNull()
  })
})

describe('sharing', () => {
  const open = () => show(<ShareDialog camera={cameraOf(5)} onClose={() => undefined} />)
  test('is with other bases, of which there must be one', async () => {
    open()
    await userEvent.click(await screen.findByRole('switch', { name: words.share.on }))
    await save()
    expect(await screen.findByText(words.share.basesMissing)).toBeTruthy()
    expect(acts()).toEqual([])
    await userEvent.click(screen.getByRole('combobox', { name: words.share.bases }))
    // Its own base looks through it anyway.
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Base 4'])
    await userEvent.click(screen.getByRole('option', { name: 'Base 4' }))
    await save()
    await waitFor(() => expect(acts()).toEqual([['camera/save-share', { cameraId: 5, status: 1, areaIds: [4] }]]))
  })

  test('ends with the switch, and what the server says of the bases stands beside them', async () => {
    share = { status: 1, areaIds: [4] }
    open()
    expect(await screen.findByText('Base 4')).toBeTruthy()
    acted = refused({ areaIds: 'This base is none of yours' })
    await save()
    expect(await screen.findByText('This base is none of yours')).toBeTruthy()
    acted = 1
    await userEvent.click(screen.getByRole('switch', { name: words.share.on }))
    await save()
    await waitFor(() => expect(acts().at(-1)).toEqual(['camera/save-share', { cameraId: 5, status: 0, areaIds: [] }]))
  })
})

test('a camera is bound to a gateway of its base, and let go again; its own has a name before the others came', async () => {
  show(<BindDialog camera={cameraOf(5, { contentratorId: 40, contentratorName: 'Old one' })} onClose={() => undefined} />)
  const choice = await screen.findByRole('combobox', { name: words.bind.label })
  expect(choice.textContent).toBe('Old one')
  for (const [name, contentratorId] of [
    ['House 1', 31],
    [words.bind.none, null],
  ] as const) {
    await userEvent.click(choice)
    await userEvent.click(await screen.findByRole('option', { name }))
    await save()
    await waitFor(() => expect(acts().at(-1)).toEqual(['camera/5/binding', { contentratorId }]))
  }
})

describe('the tree of cameras', () => {
  const brief = (id: number, given: object = {}) => ({ ...cameraOf(id), name: `Eye ${id}`, ...given })
  const groups = [
    { key: 'none', label: 'On no plot', cameras: [brief(1)] },
    { key: '7', label: 'Pond 7', cameras: [brief(2), brief(3, { disabled: 1 })] },
  ]
  const onPick = vi.fn()
  const tree = () => show(<CameraTree groups={groups as never} placed={new Set([2])} onPick={onPick} />)

  test('stands by plot, says how each is, which is placed, and is picked from', async () => {
    tree()
    expect(await screen.findByText('Pond 7')).toBeTruthy()
    const [, second, third] = screen.getAllByRole('button')
    expect([second!.className.includes('Mui-selected'), third!.className.includes('Mui-selected')]).toEqual([true, false])
    expect(within(third!).getByText(words.state.closed)).toBeTruthy()
    await userEvent.click(second!)
    expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }))
  })

  test('is searched, with the plots that have none left out', async () => {
    tree()
    await userEvent.type(await screen.findByLabelText(words.split.search), ' ＥＹＥ 1 ')
    expect(screen.queryByText('Pond 7')).toBeNull()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Eye 1')])
    await userEvent.type(screen.getByLabelText(words.split.search), 'x')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
