import { expect, test } from '@playwright/test'
import en from '#locales/en-US/organization' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import { placeDevices, speakAs } from './alarmFarm.ts'
import { aPerson, aTenant } from './database.ts'
import { hookService } from './hookService.ts'
import { open } from './people.ts'

test.describe.configure({ timeout: 180_000 })

const words = {
  'zh-CN': { says: zh.dataPush, kept: zh.application.kept, crud: zhCrud, fault: zhErrors.field.pushAddress },
  'en-US': { says: en.dataPush, kept: en.application.kept, crud: enCrud, fault: enErrors.field.pushAddress },
} as const

let hook: Awaited<ReturnType<typeof hookService>>
test.beforeAll(async () => {
  hook = await hookService()
})
test.afterAll(() => hook?.close())

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`a receiver is tried, added, sent to, waited for, and sent again what it refused (${language})`, async ({ browser }) => {
    const { says, kept, crud, fault } = words[language]
    hook.answer(200)
    const tenant = await aTenant()
    const [device] = await placeDevices(tenant, { type: 'gateway', names: ['East house'], codes: ['temperature'] })
    const speaker = await speakAs(tenant, device!)
    const say = (temperature: number) =>
      speaker.publishAsync(`furrow/${tenant}/${device!.eui}/readings`, JSON.stringify({ temperature }), { qos: 1 })
    await say(20)
    const admin = await aPerson([tenant])
    const { page, context } = await open(browser, admin, '/system/dataPush', language)

    await page.getByRole('button', { name: says.add }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(says.fields.name, { exact: false }).first().fill('Warehouse')
    const address = form.getByLabel(says.fields.address, { exact: false })
    await address.fill('http://127.0.0.1:5432/')
    await form.getByLabel(says.fields.intervalSeconds).fill('0')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(fault)).toBeVisible()

    const path = `/push/${language}/${tenant}`
    await address.fill(hook.url(path))
    await form.getByRole('button', { name: says.sample }).click()
    await expect(form.getByRole('region', { name: says.letters.body })).toContainText('"value":20')
    await form.getByRole('button', { name: says.send }).click()
    await expect(form.getByText(/200/)).toBeVisible()
    expect(hook.headersAt(path).at(-1)).toMatchObject({ 'furrow-test': 'true' })
    await form.getByRole('button', { name: crud.save }).click()

    const secret = page.getByRole('dialog', { name: says.secretOnce.replace('{{name}}', 'Warehouse') })
    await expect(secret.locator('code').nth(1)).toHaveText(/^[\w-]{43}$/)
    await secret.getByRole('button', { name: kept }).click()
    await expect(secret).toHaveCount(0)

    const card = page.getByRole('region', { name: 'Warehouse' })
    const figure = (name: string) =>
      card
        .locator('dt')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .locator('xpath=following-sibling::dd')
    await expect(figure(says.figures.delivered)).toHaveText('0')
    await say(21)
    await expect(figure(says.figures.delivered)).toHaveText('1')

    hook.answer(503)
    await say(22)
    await expect(figure(says.figures.waiting)).toContainText('1')
    await expect(card.getByText(says.state.failing)).toBeVisible()
    hook.answer(200)
    await expect(figure(says.figures.delivered)).toHaveText('2', { timeout: 30_000 })

    hook.answer(422)
    await say(23)
    await expect(figure(says.figures.letters)).toHaveText('1')
    hook.answer(200)
    await card.getByRole('button', { name: says.figures.letters }).click()
    const letters = page.getByRole('dialog', { name: says.letters.title.replace('{{name}}', 'Warehouse') })
    await letters.getByRole('button', { name: says.letters.show }).click()
    await expect(letters.getByRole('region', { name: says.letters.body })).toContainText('"value":23')
    await letters.getByRole('button', { name: says.letters.resend }).click()
    await expect(letters.getByText(says.letters.empty)).toBeVisible()
    await letters.getByRole('button', { name: /^(关闭|Close)$/ }).click()
    await expect(figure(says.figures.delivered)).toHaveText('3')
    expect(hook.headersAt(path).at(-1)).toMatchObject({ 'furrow-resent': 'true' })
    await speaker.endAsync()
    await context.close()
  })
}
