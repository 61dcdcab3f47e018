import { expect, test } from '@playwright/test'
import enApprovals from '#locales/en-US/approvals' with { type: 'json' }
import zhApprovals from '#locales/zh-CN/approvals' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = { 'zh-CN': zhApprovals, 'en-US': enApprovals } as const

for (const language of journeysIn('zh-CN'))
  test(`a flow is made for a form, seen as a graph, tried for an applicant, and copied to another form (${language})`, async ({
    browser,
  }) => {
    const said = words[language]
    const { process, definition, trial } = said
    const tenantId = await aTenant()
    const name = await aPerson([tenantId])
    const { page, context } = await open(browser, name, '/system/process', language)
    const list = page.getByRole('grid', { name: process.title })
    await expect(list.getByText(process.usual)).toHaveCount(8)

    await page.getByRole('link', { name: process.add }).click()
    await page.getByRole('combobox', { name: said.column.formName }).click()
    await page.getByRole('option', { name: said.form.transfer, exact: true }).click()
    await page.getByRole('textbox', { name: new RegExp(`^${definition.name}`) }).fill('Moves between stores')
    await page.getByRole('button', { name: definition.node.addStep }).first().click()
    await page.getByRole('button', { name: definition.node.addCondition }).first().click()
    const save = page.getByRole('button', { name: definition.act.save.replace('{{version}}', '1') })
    await save.click()
    // What is compared with is named where it is missing, and nothing is saved.
    await expect(page.getByText(/^(有 1 处|1 input)/)).toBeVisible()
    await page.getByRole('spinbutton', { name: definition.condition.value }).fill('5000')
    await page.getByRole('button', { name: definition.node.addStep }).nth(0).click()
    await save.click()
    const row = list.getByRole('row').filter({ hasText: said.form.transfer })
    await expect(row.getByText('Moves between stores')).toBeVisible()

    await row.click()
    const graph = page.getByRole('group', { name: definition.flow })
    await expect(graph.getByText(definition.node.new)).toHaveCount(2)
    await expect(graph.getByText(definition.condition.otherwise)).toBeVisible()
    const tried = page.getByRole('region', { name: trial.title })
    await tried.getByRole('combobox', { name: trial.applicant }).click()
    await page.getByRole('option', { name: 'Lin' }).click()
    // The applicant has no leader: who is asked in the place of nobody is said.
    const instead = tried.getByText(trial.instead.replace('{{names}}', 'Lin'))
    await expect(instead).toHaveCount(1)
    await tried.getByRole('textbox', { name: definition.fact.total }).fill('4999.999')
    await expect(tried.getByText(trial.notAmount)).toBeVisible()
    await tried.getByRole('textbox', { name: definition.fact.total }).fill('5000')
    await expect(instead).toHaveCount(2)

    await page.getByRole('link', { name: process.copy }).click()
    await expect(page.getByText(process.copyOf.replace('{{name}}', 'Moves between stores').replace('{{version}}', '1'))).toBeVisible()
    await page.getByRole('combobox', { name: said.column.formName }).click()
    await expect(page.getByRole('option', { name: said.form.transfer, exact: true })).toHaveCount(0)
    await page.getByRole('option', { name: said.form.shipment, exact: true }).click()
    await page.getByRole('button', { name: definition.act.save.replace('{{version}}', '1') }).click()
    await expect(list.getByRole('row').filter({ hasText: said.form.shipment }).getByText('1', { exact: true }).first()).toBeVisible()
    const saved = (await ask(page, 'GET', `/wfpf/v1/${tenantId}/approval-definition?size=0`)) as {
      content: { formCode: string; nodes: unknown[] }[]
    }
    expect(saved.content.map(({ formCode, nodes }) => [formCode, nodes.length])).toEqual([
      ['shipment', 2],
      ['transfer', 2],
    ])
    await context.close()
  })

test('who may only look at processes is offered nothing that changes them', async ({ browser }) => {
  const tenantId = await aTenant()
  const name = await aPerson([tenantId], ['wfpf.company.config.process'])
  await byOwner(
    `insert into approval_definition (tenant_id, form_code, version, name, nodes, when_nobody, when_applicant, created_at) values ($1, 'transfer', 1, 'Moves', '[]', 'pass', 'normal', 1)`,
    [tenantId],
  )
  const { page, context } = await open(browser, name, '/system/process', 'en-US')
  const said = words['en-US']
  const row = page.getByRole('row').filter({ hasText: 'Moves' })
  await expect(row).toBeVisible()
  await expect(page.getByRole('link', { name: said.process.add })).toHaveCount(0)
  await expect(row.getByRole('menuitem')).toHaveCount(0)
  await row.click()
  await expect(page.getByRole('heading', { name: 'Moves' })).toBeVisible()
  await expect(page.getByText(said.definition.node.noNodes)).toBeVisible()
  await expect(page.getByRole('link', { name: said.process.copy })).toHaveCount(0)
  await page.goto('/system/process/add')
  await expect(page.getByLabel(new RegExp(`^${said.definition.name}`))).toHaveCount(0)
  await context.close()
})
