import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { EMPTY, Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangeName } from '#contract/core/change'
import type { PushFigures, PushLetter, PushTarget } from '#contract/organization/dataPush'
import crud from '#locales/en-US/crud' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import organization from '#locales/en-US/organization' with { type: 'json' }
import { followChanges } from '#src/live/followChanges.ts'
import DataPushPage from '#src/screens/organization/DataPushPage.tsx'
import { momentText } from '#src/time/moment.ts'
import { session } from '#src/session/session.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const { dataPush: words } = organization
const receiver = (more: Partial<PushTarget> = {}): PushTarget => ({
  id: 7,
  name: 'Warehouse',
  kind: 'webhook',
  address: 'https://in.example/a',
  format: 'json',
  topic: '',
  userName: '',
  passwordSet: false,
  keyId: 'k7',
  oldSecret: null,
  headerNames: [],
  sources: ['readings'],
  areaIds: [],
  deviceTypes: [],
  deviceIds: [],
  codes: [],
  things: [],
  batchSize: 200,
  intervalSeconds: 5,
  retentionHours: 24,
  enabledFlag: 1,
  objectVersionNumber: 1,
  ...more,
})
const figures = (more: Partial<PushFigures> = {}): PushFigures => ({
  id: 7,
  state: 'calm',
  waiting: 0,
  oldestAt: null,
  perMinute: 0,
  delivered: 41,
  dropped: 0,
  deadLetters: 0,
  successAt: null,
  errorAt: null,
  why: null,
  code: null,
  failingSince: null,
  nextTryAt: null,
  ...more,
})
const dead = (deliveryId: string, more: Partial<PushLetter> = {}): PushLetter => ({
  deliveryId,
  records: 3,
  createdAt: Date.UTC(2026, 10, 1),
  deadAt: Date.UTC(2026, 10, 2),
  attempts: 1,
  resent: false,
  why: 'declined',
  code: 410,
  said: 'gone away',
  ...more,
})
const devices = [
  { id: 8, name: 'Rain gauge', eui: 'roof-8' },
  { id: 9, name: 'Probe', eui: 'well-9' },
]
let targets: PushTarget[]
let now: PushFigures[]
let letters: PushLetter[]
let asked: string[]
let refused: Record<string, string> | null

const refusal = () => Response.json({ failed: true, code: 'error.validation', message: 'Not so', fields: refused }, { status: 422 })
beforeEach(async () => {
  targets = [receiver()]
  now = [figures()]
  letters = []
  asked = []
  refused = null
  await signedIn(({ pathname, searchParams }, body) => {
    const path = pathname.replace(/^.*data-push/, '')
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/tenant-all')) {
      const [find, ids] = [searchParams.get('find') ?? '', searchParams.get('ids')]
      const content = devices.filter(({ id, eui }) => (ids === null ? eui.includes(find) : ids.split(',').includes(String(id))))
      return { content, totalElements: content.length, number: 1, size: 20 }
    }
    if (!pathname.includes('/data-push')) return { content: [], totalElements: 0 }
    if (path === '/figures') return now
    if (path.endsWith('/letters')) return { content: letters, number: 1, size: 10, totalElements: letters.length }
    if (path === '' && body === '') return targets
    const letter = /letters\/([^/]+)$/.exec(path)
    asked.push(`${path} ${body}`)
    if (letter && body === '') return { ...dead(letter[1]!), body: '[{"value":20}]' }
    if (refused) return refusal()
    if (path === '/sample') return { records: 2, messages: [{ topic: null, body: '[{"value":20},{"value":21}]' }] }
    if (path === '/trial') return { why: 'declined', code: 418, ms: 7, said: 'a teapot' }
    if (path.includes('/secret')) return { ...receiver(), secretOnce: path.endsWith('/secret') ? 'the new one' : null }
    return path === '' ? { ...receiver(), secretOnce: null } : 1
  })
  session.set({ ...session.get(), tenantId: 1 })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const said = async (name: string) => document.getElementById((await box(name)).getAttribute('aria-describedby')!)?.textContent
const type = async (name: string, value: string) => fireEvent.change(await box(name), { target: { value } })
const paths = () => asked.map((one) => one.split(' ')[0])

test('an address that is not called is refused beside it, by the save and by the sample, and what was typed stays', async () => {
  show(<DataPushPage />)
  await press(words.add)
  await press(crud.save)
  expect(await said(words.fields.name)).toBe(errors.field.required)
  expect(await said(words.fields.address)).toBe(errors.field.required)
  expect(asked).toEqual([])
  await type(words.fields.name, 'Inside')
  await type(words.fields.address, 'http://127.0.0.1/in')
  refused = { address: 'Furrow does not call this address' }
  await press(crud.save)
  await waitFor(async () => expect(await said(words.fields.address)).toBe('Furrow does not call this address'))
  await type(words.fields.address, 'http://10.0.0.1/in')
  expect(await said(words.fields.address)).not.toBe('Furrow does not call this address')
  await press(words.sample)
  await waitFor(async () => expect(await said(words.fields.address)).toBe('Furrow does not call this address'))
  expect((await box(words.fields.name)).value).toBe('Inside')
  expect(paths()).toEqual(['', '/sample'])
})

test('a sample is seen and sent before anything is saved; what is typed afterwards is another', async () => {
  show(<DataPushPage />)
  await press(words.add)
  await type(words.fields.name, 'Warehouse')
  await type(words.fields.address, 'https://in.example/a')
  expect(screen.queryByRole('button', { name: words.send })).toBeNull()
  await press(words.sample)
  expect((await screen.findByRole('region', { name: words.letters.body })).textContent).toContain('"value":21')
  await press(words.send)
  expect(await screen.findByText(/a teapot/)).toBeTruthy()
  expect(paths()).toEqual(['/sample', '/trial'])
  await type(words.fields.address, 'https://in.example/b')
  await waitFor(() => expect(screen.queryByRole('region', { name: words.letters.body })).toBeNull())
  expect(screen.queryByText(/a teapot/)).toBeNull()
  expect(screen.queryByRole('button', { name: words.send })).toBeNull()
})

test('two presses on its button save one receiver', async () => {
  show(<DataPushPage />)
  await press(words.add)
  await type(words.fields.name, 'Warehouse')
  await type(words.fields.address, 'https://in.example/a')
  const button = screen.getByRole('button', { name: crud.save })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(paths()).toEqual([''])
})

test('the figures of a receiver are those of now, as soon as they are told', async () => {
  const told = new Subject<void>()
  show(<DataPushPage />)
  const refreshes = (name: ChangeName) => (name === 'dataPushFigure' ? told : EMPTY)
  const stop = followChanges({ refreshes }, queryClient)
  const card = await screen.findByRole('region', { name: 'Warehouse' })
  const figure = (name: string) => within(card).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  await waitFor(() => expect(figure(words.figures.delivered)).toBe('41'))
  expect(within(card).getByText(words.state.calm)).toBeTruthy()
  now = [figures({ state: 'failing', waiting: 12, oldestAt: Date.now(), deadLetters: 1, errorAt: Date.now(), why: 'busy', code: 503 })]
  act(() => told.next())
  await waitFor(() => expect(figure(words.figures.waiting)).toMatch(/^12 /))
  expect(figure(words.figures.letters)).toBe('1')
  expect(figure(words.figures.error)).toContain('503')
  expect(within(card).getByText(words.state.failing)).toBeTruthy()
  stop()
})

test('what a receiver refused is looked at, sent again and marked, and forgotten only after a question', async () => {
  letters = [dead('one'), dead('two', { resent: true })]
  show(<DataPushPage />)
  const card = await screen.findByRole('region', { name: 'Warehouse' })
  await userEvent.click(within(card).getByRole('button', { name: words.figures.letters }))
  const window = await screen.findByRole('dialog', { name: words.letters.title.replace('{{name}}', 'Warehouse') })
  const [first, second] = await within(window).findAllByRole('listitem')
  expect(within(first!).getByText(/410/)).toBeTruthy()
  expect(within(first!).getByText('gone away')).toBeTruthy()
  expect(within(first!).queryByText(words.letters.marked)).toBeNull()
  expect(within(second!).getByText(words.letters.marked)).toBeTruthy()
  await userEvent.click(within(first!).getByRole('button', { name: words.letters.show }))
  expect((await within(first!).findByRole('region', { name: words.letters.body })).textContent).toBe('[{"value":20}]')
  await userEvent.click(await within(first!).findByRole('button', { name: words.letters.resend }))
  expect(await screen.findByText(words.letters.resent)).toBeTruthy()
  await userEvent.click(await within(second!).findByRole('button', { name: words.letters.drop }))
  const question = await screen.findByRole('dialog', { name: words.letters.drop })
  await userEvent.click(within(question).getByRole('button', { name: crud.cancel }))
  expect(paths()).toEqual(['/7/letters/one', '/7/letters/one/resend'])
})

test('a receiver that refused nothing says so', async () => {
  show(<DataPushPage />)
  const card = await screen.findByRole('region', { name: 'Warehouse' })
  await userEvent.click(within(card).getByRole('button', { name: words.figures.letters }))
  expect(await screen.findByText(words.letters.empty)).toBeTruthy()
})

test('a receiver that lets nobody in says why, since when and when it is tried next, and is tried at once where one asks', async () => {
  const at = Date.UTC(2030, 1, 2, 3, 4, 5)
  now = [
    figures({ state: 'failing', waiting: 3, why: 'denied', code: 401, errorAt: at, failingSince: Date.now() - 3_600_000, nextTryAt: at }),
  ]
  show(<DataPushPage />)
  const card = await screen.findByRole('region', { name: 'Warehouse' })
  const notice = await within(card).findByRole('alert')
  expect(notice.textContent).toContain(words.why.denied)
  expect(notice.textContent).toContain('401')
  expect(notice.textContent).toContain(words.failingSince)
  expect(notice.textContent).toContain(words.nextTry.replace('{{at}}', momentText(at)))
  expect(notice.textContent).toContain(words.keptFor_other.replace('{{count}}', '24'))
  await userEvent.click(await within(notice).findByRole('button', { name: words.tryNow }))
  expect(asked).toEqual(['/7/try '])
})

test('another secret asks how long the one before goes along, and is shown once', async () => {
  show(<DataPushPage />)
  await press(words.renew)
  const window = await screen.findByRole('dialog', { name: words.renewTitle.replace('{{name}}', 'Warehouse') })
  await userEvent.click(within(window).getByRole('combobox', { name: new RegExp(organization.application.overlap) }))
  await userEvent.click(
    await screen.findByRole('option', { name: organization.application.overlapHours_other.replace('{{count}}', '168') }),
  )
  await userEvent.click(within(window).getByRole('button', { name: words.renew }))
  expect(await screen.findByText('the new one')).toBeTruthy()
  expect(asked).toEqual(['/7/secret {"objectVersionNumber":1,"overlapHours":168}'])
})

test('while a secret is changed it says until when the old one goes along, and ends that either way after a question', async () => {
  const until = Date.UTC(2030, 1, 2, 3, 4, 5)
  targets = [receiver({ oldSecret: { keyId: 'k6', until }, objectVersionNumber: 4 })]
  show(<DataPushPage />)
  const card = await screen.findByRole('region', { name: 'Warehouse' })
  const notice = await within(card).findByRole('alert')
  expect(notice.textContent).toContain(words.changing.replace('{{at}}', momentText(until)))
  expect(notice.textContent).toContain('k6')
  for (const [name, path] of [
    [words.finish, '/7/secret/finish'],
    [words.goBack, '/7/secret/cancel'],
  ] as const) {
    asked = []
    await userEvent.click(await within(notice).findByRole('button', { name }))
    const question = await screen.findByRole('dialog', { name })
    expect(asked).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: frame.act.confirm }))
    await waitFor(() => expect(asked).toEqual([`${path} {"objectVersionNumber":4}`]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  }
  // No third secret goes along.
  await press(words.renew)
  const window = await screen.findByRole('dialog', { name: words.renewTitle.replace('{{name}}', 'Warehouse') })
  expect(within(window).getByText(words.renewChanging)).toBeTruthy()
  asked = []
  await userEvent.click(within(window).getByRole('button', { name: words.renew }))
  await waitFor(() => expect(asked).toEqual(['/7/secret {"objectVersionNumber":4,"overlapHours":0}']))
})

test('a secret that is typed over the one that is set asks for how long that goes along', async () => {
  show(<DataPushPage />)
  await press(words.edit)
  expect(screen.queryByRole('combobox', { name: new RegExp(organization.application.overlap) })).toBeNull()
  await type(words.fields.secret, 'typed anew')
  expect(await screen.findByRole('combobox', { name: new RegExp(organization.application.overlap) })).toBeTruthy()
})

test('devices are found by their number and sent by their id, codes are found however they are written', async () => {
  targets = [receiver({ deviceIds: [8], codes: ['rain'] })]
  show(<DataPushPage />)
  await press(words.edit)
  const devices = await screen.findByRole('combobox', { name: words.fields.deviceIds })
  expect(await screen.findByText('Rain gauge')).toBeTruthy()
  await userEvent.type(devices, 'well-9')
  const option = await screen.findByRole('option', { name: 'Probe well-9' })
  await userEvent.click(option)
  const codes = screen.getByRole('combobox', { name: words.fields.codes })
  await userEvent.type(codes, 'dissolved-ox')
  await userEvent.click(await screen.findByRole('option', { name: /^Dissolved oxygen/ }))
  await userEvent.type(codes, 'Soil_Moisture_3, own.code')
  fireEvent.blur(codes)
  await press(crud.save)
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(JSON.parse(asked[0]!.replace(/^\S+ /, ''))).toMatchObject({
    deviceIds: [8, 9],
    codes: ['rain', 'dissolvedOxygen', 'soilMoisture3', 'own.code'],
  })
})
