import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enOrganization from '#locales/en-US/organization' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhOrganization from '#locales/zh-CN/organization' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, farmDay, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors, organization: zhOrganization },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors, organization: enOrganization },
} as const
const DAY = 86_400_000
const filled = (text: string, values: Record<string, string | number>) =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, String(value)), text)

/** Chooses in a list that is searched as one types. */
async function choose(page: Page, label: string, choice: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(choice)
  await page.getByRole('option', { name: choice, exact: true }).click()
}

for (const language of journeysIn('zh-CN'))
  test(`a variety has stages, its batch says where it stands, and a harvest comes into stock by one receipt (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors, organization } = words[language]
    const mark = `${language} ${Date.now()}`
    const { page, context } = await open(browser, 'admin', '/system/varieties', language, 1)

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${organization.variety.fields.name}`)).fill(`e2e stages ${mark}`)
    const nth = (text: string, at: number) => filled(text, { nth: at })
    await form.getByRole('button', { name: crud.stages.add }).click()
    await form.getByRole('textbox', { name: nth(crud.stages.name, 1), exact: true }).fill('Seedling')
    await form.getByRole('textbox', { name: crud.stages.days }).first().fill('0')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(filled(errors.field.tooSmall, { min: 1 }))).toBeVisible()
    await form.getByRole('textbox', { name: crud.stages.days }).first().fill('5')
    await form.getByRole('button', { name: crud.stages.add }).click()
    await form.getByRole('textbox', { name: nth(crud.stages.name, 2), exact: true }).fill('Fruit')
    await form.getByRole('textbox', { name: crud.stages.days }).nth(1).fill('20')
    await expect(form.getByText(filled(crud.stages.sum, { days: 25 }))).toBeVisible()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    const varieties = await ask(page, 'GET', `/wfpf/v1/1/variety?name=${encodeURIComponent(`e2e stages ${mark}`)}`)
    const { varietyId } = (varieties['content'] as { varietyId: number }[])[0]!
    const { landId } = await ask(page, 'POST', '/wfpf/v1/1/land', { landName: `e2e books ${mark}`, areaId: 1, landType: 'field' })
    const { unitId } = await ask(page, 'POST', '/wfpf/v1/1/measure-unit', {
      name: `kg ${Date.now()}`,
      symbol: 'kg',
      dimension: 'mass',
    })
    await ask(page, 'POST', '/wfpf/v1/1/product', { name: `e2e crop ${mark}`, stockUnitId: unitId })
    await ask(page, 'POST', '/wfpf/v1/1/store', { name: `e2e barn ${mark}`, areaId: 1 })
    const batchName = `e2e books ${mark}`
    const today = farmDay(Date.now() - 7 * DAY)
    const { batchId } = await ask(page, 'POST', '/wfpf/v1/1/batch', {
      batchName,
      areaId: 1,
      landId,
      varietyId,
      startsOn: today,
      expectedYield: '100',
    })
    await ask(page, 'PUT', '/wfpf/v1/1/batch/act', { batchId, objectVersionNumber: 1, verb: 'begin', at: Date.now() - 7 * DAY })

    await page.goto(`/web/farm/batch?open=${batchId}`)
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(filled(farm.batch.growth.stage, { name: 'Fruit', day: 3, days: 20 }))).toBeVisible()
    await panel.getByRole('button', { name: farm.harvest.add }).click()
    const record = page.getByRole('dialog', { name: farm.harvest.add })
    await record.getByLabel(new RegExp(`^${farm.harvest.fields.quantity}`)).fill('40')
    await choose(page, farm.harvest.fields.productId, `e2e crop ${mark}`)
    await choose(page, farm.harvest.fields.storeId, `e2e barn ${mark}`)
    await record.getByRole('button', { name: crud.save }).click()
    await expect(panel.getByText(filled(farm.harvest.ofExpected, { kg: 40, expected: 100, percent: 40 }))).toBeVisible()
    await expect(panel.getByText(farm.batch.choices.batchState.harvesting, { exact: true }).first()).toBeVisible()
    await panel.getByRole('button', { name: farm.harvest.draft }).click()
    const receipt = panel.getByRole('link', { name: new RegExp(filled(farm.harvest.receipt, { code: '' }).trim()) })
    await expect(receipt).toBeVisible()
    await expect(panel.getByRole('button', { name: farm.harvest.draft })).toHaveCount(0)
    await expect(panel.getByRole('button', { name: /^(编辑|Edit the harvest)/ }).nth(1)).toHaveCount(0)
    await receipt.click()
    await expect(page.getByText(`e2e crop ${mark}`).first()).toBeVisible()
    await context.close()
  })
