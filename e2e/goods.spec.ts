import { expect, type Page, test } from '@playwright/test'
import enApprovals from '#locales/en-US/approvals' with { type: 'json' }
import enDocuments from '#locales/en-US/documents' with { type: 'json' }
import enInventory from '#locales/en-US/inventory' with { type: 'json' }
import zhApprovals from '#locales/zh-CN/approvals' with { type: 'json' }
import zhDocuments from '#locales/zh-CN/documents' with { type: 'json' }
import zhInventory from '#locales/zh-CN/inventory' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, go, open } from './people.ts'

// A whole season of one product: several people, nine documents.
test.describe.configure({ timeout: 240_000 })

const HERE = '沙湾中心仓'
const THERE = '大岗稻渔仓'
const said = {
  'zh-CN': { approvals: zhApprovals, documents: zhDocuments, inventory: zhInventory },
  'en-US': { approvals: enApprovals, documents: enDocuments, inventory: enInventory },
}
type Language = keyof typeof said
const main = (page: Page) => page.getByRole('main')
const at = (words: string, row: number) => (label: string) => words.replace('{{label}}', label).replace('{{row}}', String(row))

/** What a person does with documents, in the words of a language. */
function handsOf(page: Page, language: Language) {
  const { documents, inventory } = said[language]
  const cell = (label: string) => page.getByLabel(at(documents.line.of, 1)(label), { exact: true })
  const press = (name: string) => main(page).getByRole('button', { name, exact: true }).first().click()
  const follow = (name: string) => main(page).getByRole('link', { name, exact: true }).first().click()
  const shows = (words: string) => expect(main(page).getByText(words, { exact: true }).first()).toBeVisible()
  async function choose(label: string, option: string) {
    const box = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
    await box.fill(option)
    await page.getByRole('option', { name: option }).click()
  }
  async function product(label: string, name: string) {
    await cell(label).fill(name)
    await page.getByRole('option', { name }).click()
  }
  const title = (text: string) => page.getByLabel(new RegExp(`^${documents.fields.title}`)).fill(text)
  /** Saves and submits the form: what was made of it stands in its place. */
  async function submit() {
    await press(documents.saveSubmit)
    await page.getByRole('dialog').getByRole('button', { name: documents.flow.send, exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/[A-Z]{2}\d{12}/)
  }
  async function post(axis: 'storage' | 'outbound' | 'returned', quantity: string) {
    await press(documents.post.act[axis])
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(at(documents.line.of, 1)(documents.post.now), { exact: true }).fill(quantity)
    await dialog.getByRole('button', { name: documents.post.act[axis], exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  return { inventory, documents, cell, press, follow, shows, choose, product, title, submit, post }
}

for (const language of journeysIn('zh-CN')) {
  test(`goods are asked for, received, sent to another store, issued, given back and counted, and each figure opens its document (${language})`, async ({
    browser,
  }) => {
    const admin = await open(browser, 'admin', '/inventory/prment/stock', language)
    const name = `e2e goods ${language} ${Date.now()}`
    const units = (await ask(admin.page, 'GET', '/wfpf/v1/1/measure-unit?size=0')) as { content: { unitId: number; name: string }[] }
    const unit = units.content.find((one) => one.name === '千克')!
    const { productId } = await ask(admin.page, 'POST', '/wfpf/v1/1/product', { name, stockUnitId: unit.unitId })

    // The operator asks for ten; the manager agrees, then the administrator and the manager together.
    const operator = await open(browser, 'operator', '/inventory/prment/aplionform/add', language, 1)
    const asking = handsOf(operator.page, language)
    const { documents, inventory } = asking
    await asking.title('Ten of it')
    await asking.product(inventory.aplionform.line.productId, name)
    await expect(asking.cell(inventory.aplionform.line.productName)).toHaveValue(name)
    await asking.cell(inventory.aplionform.line.quantity).fill('10')
    await asking.cell(inventory.aplionform.line.price).fill('600')
    await asking.submit()
    const application = new URL(operator.page.url()).pathname
    for (const approver of ['manager', 'admin', 'manager'] as const) {
      const { page, context } = await open(browser, approver, application, language)
      await main(page).getByRole('button', { name: said[language].approvals.act.approve, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: said[language].approvals.act.approve, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await context.close()
    }
    await asking.shows(documents.status.approved)

    // It comes in two parts.
    await asking.follow(inventory.aplionform.toWarehousing)
    await asking.choose(inventory.warehousing.fields.storeId, HERE)
    await expect(asking.cell(inventory.warehousing.line.quantity)).toHaveValue('10')
    await asking.submit()
    await asking.post('storage', '4')
    await asking.shows(documents.progress.storage.partial)
    await asking.post('storage', '6')
    await asking.shows(documents.progress.storage.full)
    await go(operator.page, application)
    await asking.shows(documents.progress.storage.full)

    // Six of it go to another store: on their way, then there.
    const keeper = handsOf(admin.page, language)
    await go(admin.page, '/inventory/prment/transfer/add')
    await keeper.title('Six of it')
    await keeper.choose(inventory.transfer.fields.storeId, HERE)
    await keeper.choose(inventory.transfer.fields.toAreaId, '大岗')
    await keeper.choose(inventory.transfer.fields.toStoreId, THERE)
    await keeper.product(inventory.transfer.line.productId, name)
    await keeper.cell(inventory.transfer.line.quantity).fill('6')
    await keeper.submit()
    const transfer = new URL(admin.page.url()).pathname
    await keeper.follow(inventory.transfer.toShipment)
    await keeper.submit()
    await keeper.post('outbound', '6')
    const shipment = new URL(admin.page.url()).pathname
    const stock = `/inventory/prment/stock?search=${encodeURIComponent(name)}`
    const watcher = await open(browser, 'admin', stock, language)
    const rowOf = (store: string) => main(watcher.page).getByRole('row').filter({ hasText: store })
    await expect(rowOf(HERE)).toContainText('4 kg')
    await rowOf(THERE).getByText(name).click()
    await expect(watcher.page.getByRole('dialog')).toContainText('6')
    await watcher.page.keyboard.press('Escape')
    await go(admin.page, shipment)
    await keeper.follow(inventory.shipment.toWarehousing)
    await keeper.submit()
    await keeper.post('storage', '6')
    // Somebody else's stock page follows without a reload.
    await expect(rowOf(THERE)).toContainText('6 kg')
    await go(admin.page, transfer)
    await keeper.shows(documents.progress.outbound.full)
    await keeper.shows(documents.progress.storage.full)

    // Two of it are issued there, and one comes back.
    await go(admin.page, '/inventory/prment/shipment/add')
    await keeper.title('Two of it')
    await admin.page.getByRole('combobox', { name: new RegExp(`^${documents.fields.areaId}`) }).click()
    await admin.page.getByRole('option', { name: /大岗/ }).click()
    await keeper.choose(inventory.shipment.fields.storeId, THERE)
    await keeper.product(inventory.shipment.line.productId, name)
    await keeper.cell(inventory.shipment.line.quantity).fill('2')
    await keeper.submit()
    await keeper.post('outbound', '2')
    await keeper.follow(inventory.shipment.toReturn)
    await keeper.cell(inventory.return.line.quantity).fill('1')
    await keeper.submit()
    await keeper.post('returned', '1')
    await keeper.shows(documents.progress.returned.full)
    await expect(rowOf(THERE)).toContainText('5 kg')

    // It is counted: four. Before that is settled one more leaves.
    await go(admin.page, '/inventory/prment/inventory_form/add')
    await keeper.title('A count')
    await admin.page.getByRole('combobox', { name: new RegExp(`^${documents.fields.areaId}`) }).click()
    await admin.page.getByRole('option', { name: /大岗/ }).click()
    await keeper.choose(inventory.inventory_form.fields.storeId, THERE)
    await keeper.product(inventory.inventory_form.line.productId, name)
    await keeper.cell(inventory.inventory_form.line.counted).fill('4')
    await keeper.submit()
    const count = new URL(admin.page.url()).pathname
    const { id: countId } = (await ask(admin.page, 'GET', `/wfpf/v1/1/inventory-form/${count.split('/').at(-1)}`)) as { id: number }
    const store = (await ask(admin.page, 'GET', '/wfpf/v1/1/store?size=0')) as {
      content: { storeId: number; name: string; areaId: number }[]
    }
    const { storeId, areaId } = store.content.find((one) => one.name === THERE)!
    const lines = [{ productId, quantity: '1' }]
    const leaving = await ask(admin.page, 'POST', '/wfpf/v1/1/shipment', { areaId, storeId, title: 'One of it', lines })
    const approved = await ask(admin.page, 'PUT', `/wfpf/v1/1/shipment/${leaving['id']}/submit`, { objectVersionNumber: 1 })
    await ask(admin.page, 'PUT', `/wfpf/v1/1/shipment/${leaving['id']}/post`, { objectVersionNumber: approved['objectVersionNumber'] })
    await keeper.follow(inventory.inventory_form.settle.act)
    await keeper.press(inventory.inventory_form.settle.act)
    await expect(main(admin.page).getByRole('alert').first()).toBeVisible()
    await main(admin.page).getByRole('combobox').last().click()
    await admin.page.getByRole('option', { name: inventory.inventory_form.differences.byDifference }).click()
    await keeper.press(inventory.inventory_form.settle.act)
    await keeper.shows(documents.progress.counted.full)
    expect(new URL(admin.page.url()).pathname).toBe(`/inventory/prment/inventory_form/info/${countId}`)
    await expect(rowOf(THERE)).toContainText('3 kg')

    // Every figure is made of documents, each of which opens.
    await rowOf(THERE).getByText(name).click()
    const panel = watcher.page.getByRole('dialog')
    const links = panel.getByRole('link')
    await expect(links.first()).toBeVisible()
    const codes = await links.allInnerTexts()
    expect(new Set(codes.map((one) => one.match(/[A-Z]{2}(?=\d{12})/)?.[0]).filter((one) => one != null))).toEqual(
      new Set(['SI', 'SO', 'RE']),
    )
    const code = codes[0]!.match(/[A-Z]{2}\d{12}/)![0]
    await links.first().click()
    await expect(watcher.page.getByRole('heading', { level: 1 })).toContainText(code)
    for (const { context } of [admin, operator, watcher]) await context.close()
  })
}
