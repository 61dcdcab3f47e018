import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { journeysIn } from './languages.ts'
import { ask, go, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const
const filled = (text: string, values: Record<string, string | number>) =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, String(value)), text)

/** Chooses in a list that is searched as one types. */
async function choose(page: Page, label: string, choice: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(choice)
  await page.getByRole('option', { name: choice }).first().click()
}
type Record_ = Record<string, unknown>

for (const language of journeysIn('zh-CN'))
  test(`a package is written, a plan is made of it, moves on in another window when a task is accepted, and what it is short of is applied for once (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors } = words[language]
    const said = farm.planPackage
    const mark = `${Date.now()} ${language}`
    const { page } = await open(browser, 'admin', '/web/farm/planPackage', language, 1)
    await expect(page.getByRole('heading', { name: said.title })).toBeVisible()
    const { taskTypeId } = await ask(page, 'POST', '/wfpf/v1/1/task-type', { name: `e2e ${mark}` })
    const units = (await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=1'))['content'] as Record_[]
    const product = { name: `Urea ${mark}`, productType: 'agricultural', stockUnitId: units[0]!['unitId'] }
    const { productId } = await ask(page, 'POST', '/wfpf/v1/1/product', product)
    expect([taskTypeId, productId]).toEqual([expect.any(Number), expect.any(Number)])
    const { landId } = await ask(page, 'POST', '/wfpf/v1/1/land', {
      landName: `Plot ${mark}`,
      areaId: 1,
      landType: 'field',
      landMeasure: '20.00',
    })
    const varieties = (await ask(page, 'GET', '/wfpf/v1/1/variety?size=1'))['content'] as Record_[]
    const batchName = `Batch ${mark}`
    const batch = { batchName, areaId: 1, landId, varietyId: varieties[0]!['varietyId'], startsOn: '2026-03-01', part: '10.00' }
    const { batchId, objectVersionNumber } = await ask(page, 'POST', '/wfpf/v1/1/batch', batch)
    await ask(page, 'PUT', '/wfpf/v1/1/batch/act', { batchId, objectVersionNumber, verb: 'begin' })
    const worker = await ask(page, 'POST', '/wfpf/v1/1/worker', { name: `Hand ${mark}`, organizationId: 1 })

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.packageName}`)).fill(`Package ${mark}`)
    await form.getByLabel(new RegExp(`^${said.fields.targetYield}`)).fill('500')
    await form.getByRole('button', { name: said.subplan.add }).click()
    await form.getByLabel(new RegExp(`^${filled(said.subplan.name, { nth: 1 })}`)).fill('Seedlings')
    await form.getByLabel(said.subplan.days, { exact: true }).fill('0')
    await form.getByRole('button', { name: said.task.add }).click()
    await form.getByLabel(new RegExp(`^${said.task.name} \\*|^${said.task.name}\\s`)).fill('Feed')
    await choose(page, said.task.type, `e2e ${mark}`)
    await form.getByLabel(said.task.weight).fill('3')
    await form.getByRole('button', { name: farm.activity.addLine.replace('{{label}}', said.materials) }).click()
    await choose(page, filled(said.material.product, { row: 1 }), `Urea ${mark}`)
    await form.getByLabel(new RegExp(`^${filled(said.material.quantity, { row: 1 })}`)).fill('2.5')
    await form.getByRole('button', { name: crud.save }).click()
    // What is wrong stands beside its input, in the words of the server.
    await expect(form.getByText(filled(errors.field.tooSmall, { min: 1 }))).toBeVisible()
    await form.getByLabel(said.subplan.days, { exact: true }).first().fill('30')
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    await go(page, '/web/farm/plan')
    await expect(page.getByRole('heading', { name: farm.plan.title })).toBeVisible()
    await page.getByRole('button', { name: crud.add, exact: true }).click()
    await choose(page, farm.plan.fields.batchId, batchName)
    await choose(page, farm.plan.fields.packageId, `Package ${mark}`)
    await expect(form.getByLabel(new RegExp(`^${farm.plan.fields.planName}`))).toHaveValue(batchName)
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('gridcell', { name: batchName, exact: true }).first().click()
    await page.getByRole('link', { name: farm.plan.open }).click()
    await expect(page.getByRole('heading', { name: batchName })).toBeVisible()
    const progress = page.getByRole('region', { name: farm.plan.fields.progress, exact: true })
    await expect(progress).toContainText(filled(farm.plan.weights, { accepted: 0, total: 3 }))
    await expect(page.getByText(/25 /).filter({ visible: true }).first()).toBeVisible()
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    // Another window accepts the task: here the progress moves, and the draft of its issue stands beside it.
    const tasks = (await ask(page, 'GET', `/wfpf/v1/1/task?batchId=${String(batchId)}`))['content'] as Record_[]
    const { taskId } = tasks[0]!
    const version = async () => (await ask(page, 'GET', `/wfpf/v1/1/task/${String(taskId)}`))['objectVersionNumber']
    for (const verb of ['assign', 'start', 'finish', 'adopt']) {
      const leader = verb === 'assign' ? { leaderId: worker['workerId'] } : {}
      await ask(page, 'PUT', '/wfpf/v1/1/task/act', { taskId, objectVersionNumber: await version(), verb, ...leader })
    }
    await expect(progress).toContainText(filled(farm.plan.percent, { percent: 100 }))
    const issue = page.getByRole('link', { name: new RegExp(`^${farm.taskStock.issueLink.replace('{{code}}', '')}`) })
    await expect(issue).toBeVisible()

    await page.getByRole('button', { name: farm.plan.needs.apply }).click()
    await page.waitForURL(/\/inventory\/prment\/aplionform\/info\/\d+/)
    await expect(page.getByText(`Urea ${mark}`).filter({ visible: true }).first()).toBeVisible()
    await page.goBack()
    // One that stands is shown in the place of the button.
    await expect(page.getByRole('link', { name: new RegExp(`^${farm.plan.needs.application.replace('{{code}}', '')}`) })).toBeVisible()
    await expect(page.getByRole('button', { name: farm.plan.needs.apply })).toHaveCount(0)

    await page.getByRole('link', { name: 'Feed' }).click()
    const panel = page.getByRole('dialog', { name: 'Feed' })
    await expect(panel.getByText(farm.taskStock.draftHint)).toBeVisible()
    await expect(panel.getByRole('link', { name: new RegExp(batchName) })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goBack()
    await page.getByRole('button', { name: farm.plan.end }).click()
    await page.getByRole('dialog').getByRole('button', { name: farm.plan.end }).click()
    await expect(page.getByRole('region', { name: farm.plan.choices.planState.ended })).toBeVisible()
  })
