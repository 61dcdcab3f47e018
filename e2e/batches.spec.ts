import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const

/** Chooses in a list that is searched as one types. */
async function choose(page: Page, label: string, choice: string) {
  const box = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
  await box.fill(choice)
  await page.getByRole('option', { name: choice, exact: true }).click()
}

for (const language of journeysIn('zh-CN'))
  test(`a batch is planned on a plot, begins, is harvested and fails with a reason, and the plot tells it (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors } = words[language]
    const said = farm.batch
    const { page, context } = await open(browser, 'admin', '/web/farm/batch', language, 1)
    const mark = Date.now()
    const plotName = `e2e ${language} ${mark}`
    const { landId } = await ask(page, 'POST', '/wfpf/v1/1/land', { landName: plotName, areaId: 1, landType: 'field', landMeasure: '12' })
    const { varietyId } = await ask(page, 'POST', '/wfpf/v1/1/variety', { name: `e2e variety ${language} ${mark}`, growthDays: 90 })
    expect([landId, varietyId]).toEqual([expect.any(Number), expect.any(Number)])

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.batchName}`)).fill(`Season ${mark}`)
    await choose(page, said.fields.landId, plotName)
    await choose(page, said.fields.varietyId, `e2e variety ${language} ${mark}`)
    await form.getByLabel(new RegExp(`^${said.fields.part}`)).fill('13')
    await form.getByRole('group', { name: new RegExp(`^${said.fields.startsOn}`) }).click()
    await page.keyboard.type('20260301')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.overPlot.replace('{{mu}}', '12.00'))).toBeVisible()
    await form.getByLabel(new RegExp(`^${said.fields.part}`)).fill('5')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    await page
      .getByRole('row')
      .filter({ hasText: `Season ${mark}` })
      .click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('2026-05-30')).toBeVisible()
    const act = (verb: keyof typeof said.verb) => panel.getByRole('button', { name: said.verb[verb], exact: true })
    const confirm = async (verb: keyof typeof said.verb) => {
      await act(verb).click()
      const asked = page.getByRole('dialog', { name: said.ask[verb].replace('{{name}}', `Season ${mark}`) })
      await asked.getByRole('button', { name: said.verb[verb], exact: true }).click()
      return asked
    }
    await confirm('begin')
    await expect(panel.getByText(said.choices.batchState.growing)).toBeVisible()
    await confirm('harvest')
    await expect(panel.getByText(said.choices.batchState.harvesting)).toBeVisible()
    const asked = await confirm('fail')
    await expect(asked.getByText(errors.field.required)).toBeVisible()
    await asked.getByLabel(said.reason).fill('hail')
    await asked.getByRole('button', { name: said.verb.fail, exact: true }).click()
    await expect(panel.getByText(said.because.replace('{{reason}}', 'hail'))).toBeVisible()
    await expect(act('reopen')).toBeVisible()

    await page.goto('/web/farm/land')
    await page.getByRole('textbox', { name: farm.land.fields.landName }).fill(plotName)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: plotName }).click()
    await expect(page.getByRole('dialog').getByText(`Season ${mark}`)).toBeVisible()
    await context.close()
  })
