import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '#contract/farm/batch'
import { plan } from '#contract/farm/plan'
import crud from '#locales/en-US/crud' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import { BatchPlan } from '#src/screens/farm/BatchPlan.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const batch = { batchId: 7, batchName: 'Rice of spring', batchState: 'growing', areaId: 1, startsOn: '2026-03-01' } as Batch
const add = crud.addOne.replace('{{one}}', farm.plan.one)
let plans: object[]
let made: unknown[]
let codes: (code: string) => boolean

beforeAll(() => void i18next.addResourceBundle('en-US', 'farm', farm))
beforeEach(async () => {
  plans = []
  made = []
  codes = () => true
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: codes(code) }))
    if (pathname.endsWith('/plan') && body !== '') {
      made.push(JSON.parse(body))
      plans = [{ planId: 3, planName: 'Rice of spring', progress: { percent: 0 } }]
      return { planId: 3 }
    }
    if (pathname.endsWith('/plan')) return { content: plans, number: 1, size: 0, totalElements: plans.length }
    if (pathname.endsWith('/options')) {
      const [id, title] = pathname.includes('planPackage')
        ? [5, 'Rice in 90 days']
        : pathname.includes('batch')
          ? [7, batch.batchName]
          : [1, 'North']
      return { content: [{ id, title, enabledFlag: 1 }], number: 1, size: 50, totalElements: 1 }
    }
    return { content: [], number: 1, size: 10, totalElements: 0 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a batch of which no plan runs has the button that makes one, filled with the batch, and then shows it', async () => {
  show(<BatchPlan record={batch} />)
  fireEvent.click(await screen.findByRole('button', { name: add }))
  const form = within(await screen.findByRole('dialog'))
  expect((form.getByLabelText(new RegExp(`^${farm.plan.fields.planName}`)) as HTMLInputElement).value).toBe('Rice of spring')
  const picker = form.getByLabelText(new RegExp(`^${farm.plan.fields.packageId}`))
  act(() => picker.focus())
  fireEvent.change(picker, { target: { value: 'Rice' } })
  fireEvent.click(await screen.findByRole('option', { name: /Rice in 90 days/ }))
  fireEvent.click(form.getByRole('button', { name: crud.save }))
  await waitFor(() => expect(made).toMatchObject([{ batchId: 7, areaId: 1, packageId: 5, startsOn: '2026-03-01' }]))
  expect(await screen.findByRole('link', { name: 'Rice of spring' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: add })).toBeNull()
})

test.each([
  ['for a batch that ended', { ...batch, batchState: 'closed' } as Batch, true],
  ['without the right to make plans', batch, false],
])('there is none %s', async (_, record, may) => {
  codes = (code) => may || code !== plan.codes.create
  show(<BatchPlan record={record} />)
  await screen.findByText(farm.plan.batchNone)
  expect(screen.queryByRole('button', { name: add })).toBeNull()
})
