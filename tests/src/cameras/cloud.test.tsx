import { generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAMERA_MANAGER } from '#contract/cameras/permission'
import words from '#locales/en-US/cameras' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import { CloudDialog } from '#src/screens/cameras/cloud/CloudDialog.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

const { cloud } = words
const kept = { appKey: 'ours', hasSecret: true, mediaServerUrl: '', objectVersionNumber: 3 }
let asked: Asked[]
let now: unknown
let saved: unknown
let tried: unknown
const closed = vi.fn()
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const opened = (cipher: string) =>
  Buffer.from(privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(cipher, 'base64')).toString(), 'base64').toString()
beforeEach(() => {
  Object.assign(boot, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  closed.mockClear()
  now = kept
  saved = { ...kept, objectVersionNumber: 4 }
  tried = { fault: null }
  asked = alarmServer([CAMERA_MANAGER], ({ method, path }) =>
    path === 'fluorite-configure/test' ? tried : path === 'fluorite-configure' ? (method === 'GET' ? now : saved) : undefined,
  )
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})
const sent = (path = 'fluorite-configure') => asked.filter((one) => one.path === path && one.method !== 'GET').map(({ body }) => body)
const open = () => show(<CloudDialog onClose={closed} />)
const box = (label: string) => screen.findByLabelText(label)
const type = async (label: string, value: string) => fireEvent.change(await box(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const refusal = (status: number, body: object) => Response.json({ failed: true, message: '', ...body }, { status })

test('a secret that is not typed stays; one that is travels encrypted', async () => {
  open()
  expect(await screen.findByText(cloud.secretKept)).toBeTruthy()
  await type(cloud.mediaServerUrl, 'http://media.farm/{deviceSerial}.flv')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const body = { appKey: 'ours', mediaServerUrl: 'http://media.farm/{deviceSerial}.flv', objectVersionNumber: 3 }
  expect(sent()).toEqual([{ ...body, appSecret: null }])
  cleanup()
  open()
  await type(cloud.appKey, 'other')
  expect(screen.queryByText(cloud.secretKept)).toBeNull()
  await type(cloud.appSecret, 's3cret')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(opened((sent()[1] as { appSecret: string }).appSecret)).toBe('s3cret')
  expect(JSON.stringify(asked)).not.toContain('s3cret')
})

test('what is refused stands beside its field, and what was typed stays', async () => {
  saved = refusal(422, { code: 'error.camera.appSecret', message: 'Which?', fields: { appSecret: 'Which?' } })
  open()
  await type(cloud.appKey, 'other')
  await save()
  expect(await screen.findByText('Which?')).toBeTruthy()
  expect((await box(cloud.appSecret)).getAttribute('aria-invalid')).toBe('true')
  expect(await box(cloud.appKey)).toHaveProperty('value', 'other')
  await type(cloud.appSecret, 'x')
  expect((await box(cloud.appSecret)).getAttribute('aria-invalid')).toBe('false')
  expect(closed).not.toHaveBeenCalled()
})

test('one who saves after somebody else is told, and may read it anew', async () => {
  saved = refusal(409, { code: 'error.version.stale', message: 'Stale' })
  open()
  await type(cloud.appKey, 'mine')
  await save()
  expect(await screen.findByText('Stale')).toBeTruthy()
  now = { ...kept, appKey: 'theirs', objectVersionNumber: 4 }
  await userEvent.click(screen.getByRole('button', { name: crud.reload }))
  await waitFor(async () => expect(await box(cloud.appKey)).toHaveProperty('value', 'theirs'))
})

test('what cannot be read is said, and asked for again', async () => {
  now = refusal(503, { code: 'error.unavailable', message: 'Away' })
  open()
  const again = await screen.findByRole('button', { name: /again/i })
  now = kept
  await userEvent.click(again)
  expect(await box(cloud.appKey)).toHaveProperty('value', 'ours')
})

test('keys are tried as they are typed, and what is wrong is said in words', async () => {
  open()
  await type(cloud.appSecret, 's3cret')
  const test = screen.getByRole('button', { name: cloud.test })
  await userEvent.click(test)
  expect(await screen.findByText(cloud.testGood)).toBeTruthy()
  expect(sent('fluorite-configure/test')).toMatchObject([{ appKey: 'ours' }])
  await type(cloud.appKey, 'other')
  expect(screen.queryByText(cloud.testGood)).toBeNull()
  for (const [fault, said] of [
    ['wrongKeys', cloud.fault.wrongKeys],
    ['tooSlow', cloud.fault.away],
  ]) {
    tried = { fault }
    await userEvent.click(test)
    expect(await screen.findByText(said!)).toBeTruthy()
  }
  tried = refusal(422, { code: 'error.camera.appSecret', message: 'Which?', fields: { appSecret: 'Which?' } })
  await userEvent.click(test)
  expect(await screen.findByText('Which?')).toBeTruthy()
})
