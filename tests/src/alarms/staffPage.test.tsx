import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ALARM_STAFF_EDIT, ALARM_STAFF_READ } from '#contract/alarms/permission'
import type { AlarmAttempt, AlarmStaff, AlarmStaffBody } from '#contract/alarms/staff'
import words from '#locales/en-US/alarms' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import StaffPage from '#src/screens/alarms/staff/StaffPage.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { settleDrafts } from '#src/session/drafts.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { alarmServer, AREA_ID, type Asked, pageOf } from './alarmServer.ts'

const { staff: says } = words
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const person = (id: number, name: string, more: Partial<AlarmStaff> = {}): AlarmStaff => ({
  id,
  userId: null,
  name,
  language: 'en-US',
  areaIds: [AREA_ID],
  shifts: [],
  enabledFlag: 1,
  channels: [{ id: id * 10, kind: 'sms', address: '13800000000', hasSecret: false, severity: 'major' }],
  onDuty: true,
  objectVersionNumber: 1,
  ...more,
})
const attempt = (id: number, more: Partial<AlarmAttempt> = {}): AlarmAttempt => ({
  id,
  at: Date.UTC(2026, 10, 24),
  nth: 1,
  staffId: 1,
  staffName: 'Li Lei',
  kind: 'sms',
  address: '13800000000',
  state: 'sent',
  why: null,
  code: null,
  alarms: 1,
  alarmId: 44,
  step: 1,
  ...more,
})

let people: AlarmStaff[]
let dutyVersion: number
let attempts: AlarmAttempt[]
let tested: unknown
let refusal: Response | null
let asked: Asked[]
beforeEach(() => {
  ;[people, attempts, refusal] = [[person(1, 'Li Lei'), person(2, 'Han Mei', { onDuty: false })], [], null]
  dutyVersion = 3
  tested = { state: 'sent', why: null, code: 200 }
})
afterEach(() => {
  cleanup()
  clearToasts()
  settleDrafts()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function open(tab = 'people', codes: readonly string[] = [ALARM_STAFF_READ, ALARM_STAFF_EDIT]) {
  asked = alarmServer(codes, ({ method, path }) => {
    if (method !== 'GET' && !path.endsWith('/test') && refusal) return refusal
    if (path === 'alarm/staff' && method === 'GET') return pageOf(people)
    if (path === 'alarm/staff') return people[0]
    if (path === 'alarm/staff/choices')
      return {
        users: [
          { id: 8, name: 'Lin Yue', browsers: 0 },
          { id: 9, name: 'Wang Wei', browsers: 2 },
        ],
        notConfigured: ['email'],
      }
    if (path === 'alarm/staff/attempts') return pageOf(attempts)
    if (path.endsWith('/test')) return tested
    if (path === 'alarm/duty')
      return { areaId: AREA_ID, severity: 'major', steps: [{ afterMinutes: 0, staffIds: [1] }], objectVersionNumber: dutyVersion }
    return undefined
  })
  show(<StaffPage />, { at: `/web/equipment/warning-staff?tab=${tab}` })
}
const sent = (method: string, path: string) => asked.filter((one) => one.method === method && one.path === path).map(({ body }) => body)
const dialog = () => screen.findByRole('dialog')
const choose = async (label: string, option: string, within_: HTMLElement) => {
  fireEvent.mouseDown(within(within_).getByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the people of a base', () => {
  test('are listed with how they are reached and whether they are on duty', async () => {
    open()
    const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
    expect((await row('Li Lei')).textContent).toContain(says.standing.on)
    expect((await row('Li Lei')).textContent).toContain(says.kind.sms)
    expect((await row('Han Mei')).textContent).toContain(says.standing.away)
  })

  test('may be looked at by who may not change them', async () => {
    open('people', [ALARM_STAFF_READ])
    await screen.findByRole('row', { name: /Li Lei/ })
    expect(screen.queryByRole('button', { name: says.add })).toBeNull()
    expect(screen.queryByRole('button', { name: crud.edit })).toBeNull()
  })

  test('grow by one', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: says.add }))
    const form = await dialog()
    const user = userEvent.setup()
    await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${says.name}`) }), 'Zhao Min')
    await user.type(within(form).getByRole('textbox', { name: says.address.sms }), '13900000000')
    fireEvent.click(within(form).getByRole('button', { name: crud.save }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('POST', 'alarm/staff')).toEqual([
      {
        userId: null,
        name: 'Zhao Min',
        language: 'en-US',
        areaIds: [AREA_ID],
        enabledFlag: 1,
        shifts: [],
        channels: [{ id: null, kind: 'sms', address: '13900000000', secret: null, severity: 'major' }],
      } satisfies AlarmStaffBody,
    ])
  })

  test('need a name, and none is sent', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: says.add }))
    const form = await dialog()
    fireEvent.click(within(form).getByRole('button', { name: crud.save }))
    const field = within(form).getByRole('textbox', { name: new RegExp(`^${says.name}`) })
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(sent('POST', 'alarm/staff')).toEqual([])
  })

  test('have an address that is wrong said beside it, and not beside another', async () => {
    refusal = Response.json(
      { failed: true, code: 'error.alarm.channelAddress', message: 'x', fields: { 'channels.1': 'No network to be called' } },
      { status: 422 },
    )
    open()
    fireEvent.click(await screen.findByRole('button', { name: says.add }))
    const form = await dialog()
    const user = userEvent.setup()
    await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${says.name}`) }), 'Zhao Min')
    fireEvent.click(within(form).getByRole('button', { name: says.addChannel }))
    const [first, second] = within(form).getAllByRole('textbox', { name: says.address.sms }) as [HTMLElement, HTMLElement]
    fireEvent.click(within(form).getByRole('button', { name: crud.save }))
    await waitFor(() => expect(second.getAttribute('aria-invalid')).toBe('true'))
    expect(first.getAttribute('aria-invalid')).toBe('false')
    expect(within(form).getByText('No network to be called').id).toBe(second.getAttribute('aria-describedby'))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  test('are told by browsers only where they have an account, and it says in how many', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: says.add }))
    const form = await dialog()
    await choose(says.channel, says.kind.webPush, form)
    expect(within(form).getByText(says.browsers.noAccount)).toBeTruthy()
    expect(within(form).queryByRole('textbox', { name: says.address.sms })).toBeNull()
    await choose(says.account, 'Lin Yue', form)
    expect(await within(form).findByText(says.browsers.none)).toBeTruthy()
    await choose(says.account, 'Wang Wei', form)
    expect(await within(form).findByText(says.browsers.some_other.replace('{{count}}', '2'))).toBeTruthy()
  })

  test('are warned of a channel that this installation has no service for', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: says.add }))
    const form = await dialog()
    await choose(says.channel, says.kind.email, form)
    expect(await within(form).findByText(says.why.notConfigured)).toBeTruthy()
  })
})

describe('a test message', () => {
  async function sendIt() {
    open()
    fireEvent.click((await screen.findAllByRole('button', { name: crud.edit }))[0]!)
    const form = await dialog()
    fireEvent.click(within(form).getByRole('button', { name: says.test }))
    return form
  }

  test('goes out by the channel as it is saved, and says that it was taken', async () => {
    const form = await sendIt()
    expect(await within(form).findByText(says.tested)).toBeTruthy()
    expect(sent('POST', 'alarm/staff/1/test')).toEqual([{ channelId: 10 }])
  })

  test('says why it was not', async () => {
    tested = { state: 'givenUp', why: 'declined', code: 503 }
    const text = says.answered.replace('{{text}}', says.why.declined).replace('{{code}}', '503')
    expect(await within(await sendIt()).findByText(text)).toBeTruthy()
  })

  test('says what the server refuses', async () => {
    tested = Response.json({ failed: true, code: 'error.busy', message: 'Wait a moment' }, { status: 429 })
    expect(await within(await sendIt()).findByText('Wait a moment')).toBeTruthy()
  })

  test('is not sent by what is not saved', async () => {
    open()
    fireEvent.click((await screen.findAllByRole('button', { name: crud.edit }))[0]!)
    const form = await dialog()
    await userEvent.setup().type(within(form).getByRole('textbox', { name: says.address.sms }), '1')
    expect(within(form).getByRole<HTMLButtonElement>('button', { name: says.test }).disabled).toBe(true)
    expect(within(form).getByText(says.testSaved)).toBeTruthy()
  })
})

describe('the steps of the escalation', () => {
  const minutes = () => screen.getAllByRole('textbox', { name: new RegExp(`^${says.after}`) })

  test('are kept in their order, with whom they call', async () => {
    open('steps')
    fireEvent.click(await screen.findByRole('button', { name: says.addStep }))
    const [, second] = screen.getAllByRole('combobox', { name: says.whom }) as [HTMLElement, HTMLElement]
    await userEvent.setup().type(second, 'Han')
    fireEvent.click(await screen.findByRole('option', { name: 'Han Mei' }))
    fireEvent.click(screen.getByRole('button', { name: crud.save }))
    await waitFor(() =>
      expect(sent('PUT', 'alarm/duty')).toEqual([
        {
          areaId: AREA_ID,
          severity: 'major',
          steps: [
            { afterMinutes: 0, staffIds: [1] },
            { afterMinutes: 10, staffIds: [2] },
          ],
          objectVersionNumber: 3,
        },
      ]),
    )
  })

  test('that are typed stay when a colleague saves others, who is told of; taken back, they are those of now', async () => {
    open('steps')
    fireEvent.click(await screen.findByRole('button', { name: says.addStep }))
    dutyVersion = 4
    await act(() => queryClient.invalidateQueries())
    await screen.findByText(crud.stale)
    expect(minutes()).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: crud.reload }))
    expect(minutes()).toHaveLength(1)
    fireEvent.click(await screen.findByRole('button', { name: says.addStep }))
    const [, second] = screen.getAllByRole('combobox', { name: says.whom }) as [HTMLElement, HTMLElement]
    await userEvent.setup().type(second, 'Han')
    fireEvent.click(await screen.findByRole('option', { name: 'Han Mei' }))
    fireEvent.click(screen.getByRole('button', { name: crud.save }))
    await waitFor(() => expect(sent('PUT', 'alarm/duty').at(-1)).toMatchObject({ objectVersionNumber: 4 }))
    // Saved, it is no older than itself.
    await waitFor(() => expect(screen.queryByText(crud.stale)).toBeNull())
  })

  test('must each come later than the one before, and nothing is sent', async () => {
    open('steps')
    fireEvent.click(await screen.findByRole('button', { name: says.addStep }))
    const [, second] = screen.getAllByRole('combobox', { name: says.whom }) as [HTMLElement, HTMLElement]
    const user = userEvent.setup()
    await user.type(second, 'Han')
    fireEvent.click(await screen.findByRole('option', { name: 'Han Mei' }))
    await user.clear(minutes()[1]!)
    await user.type(minutes()[1]!, '0')
    fireEvent.click(screen.getByRole('button', { name: crud.save }))
    expect((await screen.findByRole('alert')).textContent).toContain('later')
    expect(sent('PUT', 'alarm/duty')).toEqual([])
  })
})

describe('what was sent', () => {
  test('is listed try by try, with why one came to nothing and what it was about', async () => {
    attempts = [
      attempt(3, { kind: 'webPush', address: CHROME, state: 'givenUp', why: 'noBrowser' }),
      attempt(2, { nth: 2, state: 'failed', why: 'declined', code: 503, alarms: 5 }),
      attempt(1, { alarms: null, alarmId: null, step: null }),
    ]
    open('sent')
    const rows = () => screen.getAllByRole('row').slice(1)
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()[0]!.textContent).toContain(says.why.noBrowser)
    expect(rows()[0]!.textContent).toContain('Chrome on Windows')
    expect(within(rows()[0]!).getByRole('link', { name: says.oneAlarm }).getAttribute('href')).toContain('/info/44')
    expect(rows()[1]!.textContent).toContain(says.answered.replace('{{text}}', says.why.declined).replace('{{code}}', '503'))
    expect(rows()[1]!.textContent).toContain('5 alarms')
    expect(rows()[2]!.textContent).toContain(says.isTest)
  })

  test('says where nothing was', async () => {
    open('sent')
    expect(await screen.findByText(says.noneSent)).toBeTruthy()
  })
})
