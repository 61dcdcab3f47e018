import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roleMatrix } from '#contract/organization/roleMatrix'
import account from '#locales/en-US/account' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import organization from '#locales/en-US/organization' with { type: 'json' }
import { TokenSection } from '#src/screens/account/TokenSection.tsx'
import ApplicationPage from '#src/screens/organization/ApplicationPage.tsx'
import DataPushPage from '#src/screens/organization/DataPushPage.tsx'
import { session } from '#src/session/session.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const { application: words, dataPush } = organization
const SECRET = 'furrow-secret-of-43-signs-that-nobody-reads'
const WORKER = 'wfpf.farm.farm.worker'
const rows = roleMatrix.filter(({ code }) => code === WORKER)
const day = { calls: 0, refused: 0, limited: 0 }
const application = {
  applicationId: 5,
  name: 'ERP',
  description: '',
  enabledFlag: 1,
  state: 'active',
  clientId: 'furrow-app-5',
  scopes: [WORKER],
  bases: null,
  perMinute: 120,
  expiresAt: null,
  secretAt: 1,
  oldSecretUntil: null,
  usedAt: null,
  day,
  objectVersionNumber: 1,
}
const token = { tokenId: 6, name: 'ERP', scopes: [WORKER], expiresAt: 4_000_000_000_000, madeAt: 1, usedAt: null, day }
const receiver = {
  id: 7,
  name: 'ERP',
  kind: 'webhook',
  address: 'https://erp.example/in',
  format: 'json',
  topic: '',
  userName: '',
  passwordSet: false,
  keyId: 'k7',
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
}
let posted: string[]
const box = (name: string) => screen.findByLabelText(new RegExp(`^${name}`))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const makers = {
  'of an application': {
    page: <ApplicationPage />,
    path: '/application',
    answer: { application, secret: SECRET },
    add: words.add,
    make: async () => {
      await userEvent.type(await box(words.name), 'ERP')
      await userEvent.click(await screen.findByRole('radio', { name: organization.role.everyBase }))
      await userEvent.click(screen.getAllByRole('checkbox').at(-1)!)
      await press(crud.save)
    },
  },
  'of a personal access token': {
    page: <TokenSection />,
    path: '/personal-token',
    answer: { token, secret: SECRET },
    add: account.token.add,
    make: async () => {
      await userEvent.type(await box(account.token.name), 'ERP')
      await userEvent.click(screen.getAllByRole('checkbox').at(-1)!)
      await press(account.token.make)
    },
  },
  'of a receiver of data': {
    page: <DataPushPage />,
    path: '/data-push',
    answer: { ...receiver, secretOnce: SECRET },
    add: dataPush.add,
    make: async () => {
      await userEvent.type(await box(dataPush.fields.name), 'ERP')
      await userEvent.type(await box(dataPush.fields.address), 'https://erp.example/in')
      await press(crud.save)
    },
  },
} as const

beforeEach(() => {
  posted = []
  for (const [name, bundle] of Object.entries({ account, farm })) i18next.addResourceBundle('en-US', name, bundle)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Everywhere that something may be left behind on this page. */
const leftBehind = () =>
  JSON.stringify([
    document.body.innerHTML,
    [...document.querySelectorAll('input')].map(({ value }) => value),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data ?? null),
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    Object.entries(sessionStorage),
    Object.entries(localStorage),
  ])

for (const [whose, { page, path, answer, add, make }] of Object.entries(makers)) {
  test(`a secret ${whose} is shown once: it can be copied, leaving it uncopied asks, and then it is nowhere`, async () => {
    await signedIn(({ pathname }, body) => {
      if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
      if (pathname.endsWith('/matrix')) return rows
      if (pathname.endsWith('/figures')) return []
      if (pathname.endsWith(path) && body !== '') {
        posted.push(body)
        return answer
      }
      if (pathname.endsWith('/personal-token')) return posted.length === 0 ? [] : [token]
      if (pathname.endsWith('/data-push')) return posted.length === 0 ? [] : [receiver]
      if (pathname.endsWith('/application')) return { content: posted.length === 0 ? [] : [application], totalElements: posted.length }
      return { content: [], totalElements: 0 }
    })
    session.set({ ...session.get(), tenantId: 1 })
    const user = userEvent.setup()
    show(page)
    await press(add)
    await make()
    const shown = await screen.findByRole('dialog', { name: /ERP/ })
    expect(posted).toHaveLength(1)
    expect(within(shown).getByText(SECRET)).toBeTruthy()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(leftBehind()).toContain(SECRET)
    await user.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: words.leaveTitle })
    await user.click(within(question).getByRole('button', { name: words.stay }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: words.leaveTitle })).toBeNull())
    const copy = within(shown).getAllByRole('button', { name: new RegExp(`^${devices.secret.copy}`) })
    await user.click(copy.at(-1)!)
    expect(await navigator.clipboard.readText()).toBe(SECRET)
    // It was taken along: nothing is asked.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(leftBehind()).not.toContain(SECRET)
  })
}
