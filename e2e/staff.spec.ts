import { expect, type Page, test } from '@playwright/test'
import { ALARMS_PATH } from '#contract/alarms/pages'
import enAlarms from '#locales/en-US/alarms' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import zhAlarms from '#locales/zh-CN/alarms' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import { baseOf, placeDevices, speakAs } from './alarmFarm.ts'
import { aPerson, aTenant, byOwner } from './database.ts'
import { hookService } from './hookService.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

test.describe.configure({ timeout: 180_000 })

const words = {
  'zh-CN': { alarms: zhAlarms, crud: zhCrud, errors: zhErrors.error.alarm },
  'en-US': { alarms: enAlarms, crud: enCrud, errors: enErrors.error.alarm },
} as const
const STAFF_PATH = '/web/equipment/warning-staff'
const MINUTE_MS = 60_000

let hook: Awaited<ReturnType<typeof hookService>>
test.beforeAll(async () => {
  hook = await hookService()
})
test.afterAll(() => hook?.close())

/** A rule that watches the air of this device, and is on. */
async function watchHeat(page: Page, tenant: number, deviceId: number): Promise<void> {
  const rule = {
    areaId: await baseOf(tenant),
    name: 'Too warm',
    severity: 'critical',
    advice: 'Open the vents',
    scope: { types: null, deviceIds: [deviceId], landIds: null },
    when: { kind: 'compare', code: 'temperature', is: 'above', limit: 30, margin: 0, than: null },
    holdSeconds: 0,
    clear: null,
    clearSeconds: 0,
    noData: 'keep',
    during: null,
  }
  const { id } = await ask(page, 'POST', `/wfpe/v1/${tenant}/alarm/rule`, rule)
  await ask(page, 'PUT', `/wfpe/v1/${tenant}/alarm/rule/${Number(id)}/enabled`, { enabledFlag: 1 })
}

/** Lets a minute of the escalation pass. */
const passMinute = (tenant: number) =>
  byOwner('update alarm_escalation set told_at = told_at - $2, next_at = next_at - $2 where tenant_id = $1', [tenant, MINUTE_MS])

for (const language of journeysIn('en-US')) {
  test(`somebody who is added is told of an alarm by their service, step by step, until it is acknowledged (${language})`, async ({
    browser,
  }) => {
    const { alarms, crud, errors } = words[language]
    const says = alarms.staff
    const tenant = await aTenant()
    const [device] = await placeDevices(tenant, { type: 'gateway', names: ['East house'], codes: ['temperature'] })
    const admin = await aPerson([tenant])
    const { page, context } = await open(browser, admin, STAFF_PATH, language)
    await watchHeat(page, tenant, device!.id)

    // An address that leads home is refused beside its field; the right one is taken.
    await page.getByRole('button', { name: says.add }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(says.name).fill('Zhao Min')
    await form.getByRole('combobox', { name: says.channel, exact: true }).click()
    await page.getByRole('option', { name: says.kind.webhook, exact: true }).click()
    const address = form.getByLabel(says.address.webhook, { exact: true })
    await address.fill('http://127.0.0.1:5432/')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByText(errors.channelAddress)).toBeVisible()
    const path = `/${language}/${tenant}`
    await address.fill(hook.url(path))
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    const row = page.getByRole('row', { name: /Zhao Min/ })
    await expect(row).toContainText(says.kind.webhook)
    await expect(row).toContainText(says.standing.on)

    await row.getByRole('button', { name: crud.edit }).click()
    await expect(address).toHaveValue(new RegExp('/…$'))
    await form.getByRole('button', { name: says.test, exact: true }).click()
    await expect(form.getByText(says.tested)).toBeVisible()
    await form.getByRole('button', { name: crud.cancel }).click()
    expect(hook.at(path)).toHaveLength(1)

    await page.getByRole('tab', { name: says.tab.steps }).click()
    for (const minutes of ['0', '1', '2']) {
      await page.getByRole('button', { name: says.addStep }).click()
      await page.getByLabel(says.after).last().fill(minutes)
      await page.getByLabel(says.whom).last().click()
      await page.getByRole('option', { name: 'Zhao Min' }).click()
    }
    await page.getByRole('button', { name: crud.save }).click()
    await expect.poll(() => byOwner('select from alarm_duty where tenant_id = $1', [tenant])).toHaveLength(1)

    const speaker = await speakAs(tenant, device!)
    await speaker.publishAsync(`furrow/${tenant}/${device!.eui}/readings`, '{"temperature":34.5}', { qos: 1 })
    await expect.poll(() => hook.at(path).length, { timeout: 30_000 }).toBe(2)
    expect(hook.at(path)[1]).toMatchObject({ tenantId: tenant, severity: 'critical', alarms: 1 })
    expect(String(hook.at(path)[1]!['subject'])).toContain('East house')
    await passMinute(tenant)
    await expect.poll(() => hook.at(path).length, { timeout: 30_000 }).toBe(3)

    await page.goto(ALARMS_PATH)
    await page
      .getByRole('row', { name: /Too warm/ })
      .getByText('Too warm')
      .click()
    await page.getByRole('button', { name: alarms.act.acknowledge, exact: true }).click()
    await expect(page.getByRole('button', { name: alarms.act.acknowledge, exact: true })).toHaveCount(0)
    const sent = page.getByRole('region', { name: alarms.info.attempts })
    await expect(sent.getByRole('listitem')).toHaveCount(2)
    await passMinute(tenant)
    await expect.poll(() => byOwner('select from alarm_escalation where tenant_id = $1', [tenant]), { timeout: 30_000 }).toHaveLength(0)

    await page.goto(`${STAFF_PATH}?tab=sent`)
    const tries = page.getByRole('row', { name: /Zhao Min/ })
    await expect(tries).toHaveCount(3)
    for (const one of await tries.all()) await expect(one).toContainText(says.state.sent)
    await expect(tries.last()).toContainText(says.isTest)
    const keys = hook.at(path).map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([3, 3])

    await speaker.endAsync()
    await context.close()
  })
}
