import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, farmDay, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const
const DAY = 86_400_000

/** Chooses in a list that is searched as one types. */
async function choose(page: Page, label: string, choice: string) {
  const box = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
  await box.fill(choice)
  await page.getByRole('option', { name: new RegExp(choice) }).click()
}

for (const language of journeysIn('zh-CN'))
  test(`a spray is written down with what was used, moves the day of harvest, and a harvest is not planned before it (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors } = words[language]
    const said = farm.activity
    const { page, context } = await open(browser, 'admin', '/web/farm/activity', language, 1)
    const mark = Date.now()
    const plotName = `e2e plot ${language} ${mark}`
    const product = `e2e spray ${language} ${mark}`
    const { landId } = await ask(page, 'POST', '/wfpf/v1/1/land', { landName: plotName, areaId: 1, landType: 'field', landMeasure: '10' })
    const units = await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=0')
    const { unitId, symbol } = (units['content'] as { unitId: number; symbol: string }[])[0]!
    const { productId } = await ask(page, 'POST', '/wfpf/v1/1/product', {
      name: product,
      productType: 'agricultural',
      category: 'pesticide',
      registrationNo: 'PD1',
      safetyIntervalDays: 7,
      stockUnitId: unitId,
    })
    expect([landId, productId]).toEqual([expect.any(Number), expect.any(Number)])

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.activityName}`)).fill(`Spray ${mark}`)
    await form.getByRole('combobox', { name: new RegExp(`^${said.fields.activityKind}`) }).click()
    await page.getByRole('option', { name: said.choices.activityKind.spray }).click()
    await choose(page, said.fields.landId, plotName)
    await form
      .getByRole('group', { name: new RegExp(`^${said.fields.doneAt}`) })
      .getByRole('spinbutton')
      .first()
      .click()
    await page.keyboard.type(`${farmDay(mark - DAY).replaceAll('-', '')}0800`)
    await form.getByRole('button', { name: said.addLine.replace('{{label}}', said.fields.materials) }).click()
    await choose(page, said.product.replace('{{row}}', '1'), product)
    await form.getByLabel(said.quantity.replace('{{row}}', '1')).fill('0')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.quantityUsed)).toBeVisible()
    await form.getByLabel(said.quantity.replace('{{row}}', '1')).fill('5')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    await page
      .getByRole('row')
      .filter({ hasText: `Spray ${mark}` })
      .click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(said.dose.replace('{{dose}}', '0.5').replace('{{unit}}', symbol))).toBeVisible()
    await expect(panel.getByRole('heading', { name: said.weather })).toBeVisible()

    const safe = farmDay(mark + 6 * DAY)
    await page.goto(`/web/farm/land?open=${landId}`)
    await expect(page.getByRole('dialog').getByText(safe).first()).toBeVisible()
    const { varietyId } = await ask(page, 'POST', '/wfpf/v1/1/variety', { name: `e2e variety ${language} ${mark}` })
    await page.goto('/web/farm/batch?edit=new')
    const batch = page.getByRole('dialog')
    await batch.getByLabel(new RegExp(`^${farm.batch.fields.batchName}`)).fill(`Season ${mark}`)
    await choose(page, farm.batch.fields.landId, plotName)
    await choose(page, farm.batch.fields.varietyId, `e2e variety ${language} ${mark}`)
    await batch.getByRole('group', { name: new RegExp(`^${farm.batch.fields.startsOn}`) }).click()
    await page.keyboard.type('20260301')
    await batch.getByRole('group', { name: new RegExp(`^${farm.batch.fields.harvestOn}`) }).click()
    await page.keyboard.type(farmDay(mark + 2 * DAY).replaceAll('-', ''))
    await batch.getByRole('button', { name: crud.save }).click()
    await expect(batch.getByText(errors.field.insideSafety.replace('{{day}}', safe))).toBeVisible()
    expect(varietyId).toEqual(expect.any(Number))
    await context.close()
  })
