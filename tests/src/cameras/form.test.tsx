import { generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERAS_CREATE } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import { CameraForm } from '#src/screens/cameras/form/CameraForm.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, AREA_ID, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { cameraOf } from './cameraFacts.ts'

const PICTURE = 'data:image/png;base64,iVBORw0KGgo='
let asked: Asked[]
let answer: unknown
let probed: unknown
let nearby: unknown
let read: unknown
const closed = vi.fn()
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const opened = (cipher: string) =>
  Buffer.from(privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(cipher, 'base64')).toString(), 'base64').toString()
beforeEach(() => {
  Object.assign(boot, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  closed.mockClear()
  answer = cameraOf(5)
  probed = { picture: PICTURE, ptz: 1, fault: null }
  asked = alarmServer([CAMERAS_CREATE], ({ method, path }) => {
    if (path === 'camera/discovery') return nearby
    if (path === 'camera/discovery/addresses') return read
    if (path === 'camera/probe') return probed
    if (path === 'camera/5/reach')
      return { ...cameraOf(5, { cameraEnter: 4 }), hdUrl: 'rtsp://10.0.0.9/hd', sdUrl: '', onvifUrl: '', userName: 'u', passwordSet: true }
    if (method !== 'GET' && path === 'camera') return answer
    return undefined
  })
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const sent = (path = 'camera') => asked.filter((one) => one.path === path && one.method !== 'GET').map(({ method, body }) => [method, body])
const box = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const open = () => show(<CameraForm id={null} areaId={AREA_ID} onClose={closed} />)
const byEnter = async (enter: '1' | '2' | '3' | '5') => {
  fireEvent.mouseDown(await screen.findByLabelText(words.form.cameraEnter))
  await userEvent.click(await screen.findByRole('option', { name: words.enter[enter] }))
}
const simulated = () => byEnter('5')

test('what is missing or wrong stands beside its field, and nothing is sent', async () => {
  open()
  type(words.form.deviceSerial, 'a b')
  await save()
  for (const label of [words.form.name, words.form.deviceSerial, words.form.hdUrl])
    expect(box(label).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(errors.field.required).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  type(words.form.name, 'Pond')
  expect(box(words.form.name).getAttribute('aria-invalid')).toBe('false')
})

test('every way that this installation has a driver for is offered to a new camera', async () => {
  open()
  fireEvent.mouseDown(await screen.findByLabelText(words.form.cameraEnter))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    (['4', '1', '2', '3', '5'] as const).map((enter) => words.enter[enter]),
  )
})

test('a picture is taken before it is saved; what is typed since is another camera', async () => {
  open()
  type(words.form.hdUrl, ' rtsp://10.0.0.9/live ')
  fireEvent.change(screen.getByLabelText(words.form.password), { target: { value: 'secret' } })
  await userEvent.click(screen.getByRole('button', { name: words.form.probe }))
  expect((await screen.findByRole('img', { name: words.form.probeAlt })).getAttribute('src')).toBe(PICTURE)
  const reach = { cameraEnter: 4, channelNo: 1, hdUrl: 'rtsp://10.0.0.9/live', sdUrl: '', onvifUrl: '', userName: '', nationalChannel: '' }
  const [[, body]] = sent('camera/probe') as [[string, { password: string }]]
  expect(body).toEqual({ ...reach, password: expect.any(String) as string })
  expect(opened(body.password)).toBe('secret')
  type(words.form.hdUrl, 'rtsp://10.0.0.8/live')
  expect(screen.queryByRole('img', { name: words.form.probeAlt })).toBeNull()
  probed = { picture: null, ptz: 0, fault: 'signIn' }
  await userEvent.click(screen.getByRole('button', { name: words.form.probe }))
  expect(await screen.findByText(new RegExp(words.fault.signIn))).toBeTruthy()
})

test.each([
  ['the server’s own field', { code: 'error.camera.address', message: 'Not called', fields: { hdUrl: 'Not called' } }, words.form.hdUrl],
  ['the field that its code belongs to', { code: 'error.camera.serialTaken', message: 'Taken' }, words.form.deviceSerial],
])('a refusal stands beside %s, and what was typed stays', async (_, refusal, label) => {
  answer = Response.json({ failed: true, ...refusal }, { status: 422 })
  open()
  type(words.form.name, 'Pond')
  type(words.form.deviceSerial, 'SN-9')
  type(words.form.hdUrl, 'rtsp://10.0.0.9/live')
  await save()
  await waitFor(() => expect(box(label).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(refusal.message).length).toBeGreaterThan(0)
  expect(box(words.form.name)).toHaveProperty('value', 'Pond')
  expect(closed).not.toHaveBeenCalled()
})

test('a password travels encrypted; one that the server’s key does not open, or does not hold, is said beside it, and what was typed stays', async () => {
  answer = Response.json({ failed: true, code: 'error.secret.cipher', message: 'Reload', fields: { password: 'Reload' } }, { status: 400 })
  open()
  type(words.form.name, 'Pond')
  type(words.form.deviceSerial, 'SN-9')
  type(words.form.hdUrl, 'rtsp://10.0.0.9/live')
  const password = screen.getByLabelText(words.form.password)
  fireEvent.change(password, { target: { value: '鱼塘 & co' } })
  await save()
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Reload')).toBeTruthy()
  expect(opened((sent() as [[string, { password: string }]])[0][1].password)).toBe('鱼塘 & co')
  expect(password).toHaveProperty('value', '鱼塘 & co')
  fireEvent.change(password, { target: { value: '鱼'.repeat(60) } })
  await save()
  expect(await screen.findByText(errors.error.secret.long)).toBeTruthy()
  expect(sent()).toHaveLength(1)
  expect(closed).not.toHaveBeenCalled()
})

test('a camera that is near is chosen by its address, and gives its own video addresses', async () => {
  const found = (name: string, host: string, known: boolean) => ({ name, hardware: 'X-1', onvifUrl: `http://${host}/onvif`, known })
  nearby = { cameras: [found('Pond', '10.0.0.9', false), found('', '10.0.0.8', true)], reason: null }
  read = { hdUrl: 'rtsp://10.0.0.9/main', sdUrl: 'rtsp://10.0.0.9/sub', fault: null }
  open()
  await userEvent.click(await screen.findByRole('button', { name: words.nearby.find }))
  const list = within(await screen.findByRole('list', { name: words.nearby.list }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pond · X-1http://10.0.0.9/onvif',
    `X-1http://10.0.0.8/onvif${words.nearby.known}`,
  ])
  await userEvent.click(list.getByText('Pond · X-1'))
  expect(box(words.form.onvifUrl)).toHaveProperty('value', 'http://10.0.0.9/onvif')
  expect(box(words.form.name)).toHaveProperty('value', 'Pond')
  fireEvent.change(screen.getByLabelText(words.form.password), { target: { value: 'secret' } })
  await userEvent.click(screen.getByRole('button', { name: words.nearby.read }))
  expect(await screen.findByText(words.nearby.readBoth)).toBeTruthy()
  expect(box(words.form.hdUrl)).toHaveProperty('value', 'rtsp://10.0.0.9/main')
  expect(box(words.form.sdUrl)).toHaveProperty('value', 'rtsp://10.0.0.9/sub')
  const [[, body]] = sent('camera/discovery/addresses') as [[string, { onvifUrl: string; password: string }]]
  expect([body.onvifUrl, opened(body.password)]).toEqual(['http://10.0.0.9/onvif', 'secret'])
})

test('where none is near, none can be looked for, or none says where its picture is, the reason is said', async () => {
  nearby = { cameras: [], reason: null }
  read = { hdUrl: '', sdUrl: '', fault: 'signIn' }
  open()
  const find = async () => userEvent.click(await screen.findByRole('button', { name: words.nearby.find }))
  await find()
  expect(await screen.findByText(words.nearby.none)).toBeTruthy()
  nearby = { cameras: [], reason: 'noMulticast' }
  await find()
  expect(await screen.findByText(words.nearby.reason.noMulticast)).toBeTruthy()
  const readButton = screen.getByRole('button', { name: words.nearby.read })
  await userEvent.click(readButton)
  expect(box(words.form.onvifUrl).getAttribute('aria-invalid')).toBe('true')
  expect(sent('camera/discovery/addresses')).toEqual([])
  type(words.form.hdUrl, 'rtsp://10.0.0.9/typed')
  type(words.form.onvifUrl, 'http://10.0.0.9/onvif')
  await userEvent.click(readButton)
  expect(await screen.findByText(new RegExp(words.fault.signIn))).toBeTruthy()
  expect(box(words.form.hdUrl)).toHaveProperty('value', 'rtsp://10.0.0.9/typed')
})

test('a simulated camera is saved without addresses', async () => {
  open()
  type(words.form.name, 'Pond')
  type(words.form.deviceSerial, 'SN-9')
  type(words.form.hdUrl, 'rtsp://10.0.0.9/live')
  await simulated()
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent()).toMatchObject([['POST', { name: 'Pond', cameraEnter: 5, hdUrl: '', password: '', areaId: AREA_ID, landId: null }]])
})

test('a password that is not typed stays, and one that is not needed any more is removed', async () => {
  show(<CameraForm id={5} areaId={AREA_ID} onClose={closed} />)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(words.form.passwordKept)).toBeTruthy()
  await save()
  await waitFor(() =>
    expect(sent()).toMatchObject([['PUT', { id: 5, objectVersionNumber: 1, password: null, hdUrl: 'rtsp://10.0.0.9/hd' }]]),
  )
  await userEvent.click(screen.getByLabelText(words.form.noPassword))
  await save()
  await waitFor(() => expect(sent().at(-1)).toMatchObject(['PUT', { password: '' }]))
})

test.each([
  ['1', words.form.ezvizHint, null],
  ['2', words.form.ezvizHint, '34020000001320000001'],
  ['3', words.form.nationalHint, '34020000001320000001'],
] as const)('access mode %s asks for what it needs and for nothing else', async (enter, hint, nationalChannel) => {
  answer = Response.json(
    { failed: true, code: 'error.device.serialUnknown', message: 'Unknown', fields: { deviceSerial: 'Unknown' } },
    { status: 404 },
  )
  probed = answer
  open()
  type(words.form.name, 'Pond')
  type(words.form.hdUrl, 'rtsp://10.0.0.9/live')
  fireEvent.change(screen.getByLabelText(words.form.password), { target: { value: 'secret' } })
  await byEnter(enter)
  expect(screen.getByText(hint)).toBeTruthy()
  for (const label of [words.form.hdUrl, words.form.sdUrl, words.form.onvifUrl, words.form.userName])
    expect(screen.queryByRole('textbox', { name: new RegExp(`^${label}`) })).toBeNull()
  if (nationalChannel === null) expect(screen.queryByRole('textbox', { name: words.form.nationalChannel })).toBeNull()
  else type(words.form.nationalChannel, nationalChannel)
  type(words.form.deviceSerial, 'X9')
  await userEvent.click(screen.getByRole('button', { name: words.form.probe }))
  await waitFor(() => expect(box(words.form.deviceSerial).getAttribute('aria-invalid')).toBe('true'))
  const reach = { cameraEnter: Number(enter), deviceSerial: 'X9', nationalChannel: nationalChannel ?? '', hdUrl: '', userName: '' }
  expect(sent('camera/probe')).toMatchObject([['POST', reach]])
  type(words.form.deviceSerial, 'X8')
  expect(box(words.form.deviceSerial).getAttribute('aria-invalid')).toBe('false')
  answer = Response.json(
    { failed: true, code: 'error.device.serialUnknown', message: 'Unknown', fields: { deviceSerial: 'Unknown' } },
    { status: 404 },
  )
  await save()
  expect(await screen.findByText('Unknown')).toBeTruthy()
  expect(sent()).toMatchObject([['POST', { ...reach, deviceSerial: 'X8' }]])
  expect(JSON.stringify(asked)).not.toContain('secret')
  expect(closed).not.toHaveBeenCalled()
})

test('a national channel that is no number of 20 digits is said beside it', async () => {
  open()
  type(words.form.name, 'Pond')
  type(words.form.deviceSerial, 'SN-9')
  await byEnter('3')
  type(words.form.nationalChannel, '123')
  await save()
  expect(box(words.form.nationalChannel).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(errors.field.nationalChannel)).toBeTruthy()
  expect(sent()).toEqual([])
})
