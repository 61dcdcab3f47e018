import { expect, test } from '@playwright/test'
import writeCells from 'write-excel-file/node'
import en from '#locales/en-US/organization' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import { placeDevices, speakAs } from './alarmFarm.ts'
import { aPerson, aTenant } from './database.ts'
import { hookService } from './hookService.ts'
import { journeysIn } from './languages.ts'
import { ask, farmDay, open } from './people.ts'

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

for (const language of journeysIn('en-US')) {
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
    // Put aside after the fourth such answer.
    await expect(figure(says.figures.letters)).toHaveText('1', { timeout: 30_000 })
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

// Here too, since there is one port at which somebody else's service can be called.
for (const language of journeysIn('en-US')) {
  test(`a carrier is tried before it reads SIM cards; usage is brought by spreadsheet and by hand, and reminders are set (${language})`, async ({
    browser,
  }) => {
    const { sim, simCard, simUsageSheet } = language === 'zh-CN' ? zh : en
    const { crud } = words[language]
    const { untried } = (language === 'zh-CN' ? zhErrors : enErrors).error.sim
    const tenant = await aTenant()
    const { page, context } = await open(browser, await aPerson([tenant]), '/system/sim-manage', language)
    const [base] = (await ask(page, 'GET', `/wfpf/v1/${tenant}/area?page=1&size=10`))['content'] as { areaId: number }[]
    const iccid = '89860012345678901238'
    const expiresOn = farmDay(Date.now() + 45 * 86_400_000)
    await ask(page, 'POST', `/wfpf/v1/${tenant}/sim-card`, { iccid, allowanceMb: 100, expiresOn, organizationId: base!.areaId })
    const row = page.getByRole('row').filter({ hasText: iccid })
    await expect(row).toContainText(simCard.choices.expiry.fine)

    await page.getByRole('button', { name: sim.limits.open }).click()
    const limits = page.getByRole('dialog', { name: sim.limits.title })
    await limits.getByLabel(sim.limits.expiryDays).fill('60, 60')
    await limits.getByRole('button', { name: crud.save }).click()
    await expect(limits.getByText(sim.limits.bad.replace('{{min}}', '0').replace('{{max}}', '365'))).toBeVisible()
    await limits.getByLabel(sim.limits.expiryDays).fill('60, 7')
    await limits.getByRole('button', { name: crud.save }).click()
    await expect(limits).toHaveCount(0)
    await expect(row).toContainText(simCard.choices.expiry.soon)

    hook.answer(200, JSON.stringify({ card: { used: 12, state: 'ACT' } }))
    await page.getByRole('button', { name: sim.source.open }).click()
    const carrier = page.getByRole('dialog', { name: sim.source.title })
    await carrier.getByLabel(sim.source.address).fill(hook.url(`/sim/${tenant}/{iccid}`))
    await carrier.getByLabel(sim.source.usedPath).fill('card.nothing')
    await carrier.getByLabel(sim.source.enabled).check()
    await carrier.getByLabel(sim.source.iccid).fill(iccid)
    await carrier.getByRole('button', { name: sim.source.try, exact: true }).click()
    await expect(carrier.getByLabel(sim.source.raw)).toContainText('"used":12')
    await expect(carrier.getByText(sim.source.mustTry)).toBeVisible()
    await carrier.getByRole('button', { name: crud.save }).click()
    await expect(carrier.getByText(untried)).toBeVisible()
    await carrier.getByLabel(sim.source.usedPath).fill('card.used')
    await carrier.getByRole('button', { name: sim.source.try, exact: true }).click()
    await expect(carrier.getByText(sim.source.tryOk)).toBeVisible()
    await expect(carrier.getByText(sim.source.mustTry)).toHaveCount(0)
    await carrier.getByRole('button', { name: crud.save }).click()
    await expect(carrier).toHaveCount(0)

    const sheetOf = async (used: number | string) => ({
      name: 'usage.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await writeCells([
        ['iccid', 'month', 'usedMb'].map((name) => ({ type: String, value: simUsageSheet.fields[name as 'iccid'] })),
        [
          { type: String, value: iccid },
          { type: String, value: '2026-01' },
          typeof used === 'number' ? { type: Number, value: used } : { type: String, value: used },
        ],
      ]).toBuffer(),
    })
    await page.getByRole('button', { name: sim.sheet.open }).click()
    const sheet = page.getByRole('dialog', { name: simUsageSheet.title })
    await sheet.getByTestId('pick').setInputFiles(await sheetOf('a lot'))
    const fault = sheet.getByRole('row').filter({ hasText: simUsageSheet.fields.usedMb })
    await expect(fault).toContainText('2')
    await sheet.getByTestId('pick').setInputFiles(await sheetOf(33.5))
    await sheet.getByRole('button', { name: language === 'zh-CN' ? /(新增|更新) 1 条/ : /(Import 1 new|Change 1)/ }).click()
    await expect(sheet).toHaveCount(0)

    await row.getByRole('link', { name: iccid }).click()
    const usage = page.getByRole('table', { name: sim.usage })
    await expect(usage.getByRole('row').filter({ hasText: '2026-01' })).toContainText('33.5 MB')
    await page.getByLabel(sim.month, { exact: true }).fill('2026-02')
    await page.getByLabel(sim.usedMb, { exact: true }).fill('7')
    await page.getByRole('button', { name: sim.save, exact: true }).click()
    await expect(usage.getByRole('row').filter({ hasText: '2026-02' })).toContainText('7 MB')
    await context.close()
  })
}
