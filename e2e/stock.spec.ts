import { expect, type Page, test } from '@playwright/test'
import { journeysIn } from './languages.ts'
import { ask, go, open } from './people.ts'

test.describe.configure({ timeout: 120_000 })

/** The words of each language that these sentences touch. */
const words = {
  'zh-CN': {
    title: /^标题/,
    store: /^仓库/,
    line: (label: string, row: number) => `${label}，第 ${row} 行`,
    product: '产品',
    quantity: '数量',
    price: '单价',
    saveSubmit: '保存并提交',
    send: '提交',
    none: '未入库',
    partial: '部分入库',
    full: '已入库',
    put: '入库',
    now: '本次数量',
    tooMuch: '超过了未完成的数量',
    reverse: '冲销',
    reason: /^原因/,
    reversed: '已过账，后被冲销',
    onHand: /现存量/,
    entries: '出入库流水',
  },
  'en-US': {
    title: /^Title/,
    store: /^Store/,
    line: (label: string, row: number) => `${label}, line ${row}`,
    product: 'Product',
    quantity: 'Quantity',
    price: 'Price',
    saveSubmit: 'Save and submit',
    send: 'Submit',
    none: 'Not stored',
    partial: 'Partly stored',
    full: 'In storage',
    put: 'Put into storage',
    now: 'Now',
    tooMuch: 'More than is still open',
    reverse: 'Reverse',
    reason: /^Reason/,
    reversed: 'Posted, reversed later',
    onHand: /On hand/,
    entries: 'Movements',
  },
} as const
type Language = keyof typeof words

const STORE = '沙湾中心仓'
const main = (page: Page) => page.getByRole('main')

/** A product of its own, so that what is on hand is what this test has put there. */
async function aProduct(page: Page, language: Language): Promise<{ id: number; name: string }> {
  const units = (await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=0')) as { content: { unitId: number; name: string }[] }
  const name = `e2e ${language} ${Date.now()}`
  const unit = units.content.find((one) => one.name === '千克')!
  const { productId } = await ask(page, 'POST', '/wfpf/v1/1/product', { name, stockUnitId: unit.unitId })
  return { id: Number(productId), name }
}

for (const language of journeysIn('en-US')) {
  const said = words[language]

  test(`goods are received in two parts, one of them taken back, and the stock page opens each figure down to its document (${language})`, async ({
    browser,
  }) => {
    const admin = await open(browser, 'admin', '/inventory/prment/warehousing', language)
    const product = await aProduct(admin.page, language)
    const { page, context } = await open(browser, 'operator', '/inventory/prment/warehousing/add', language, 1)
    await page.getByLabel(said.title).fill(`Receipt ${language}`)
    await page.getByRole('combobox', { name: said.store }).fill(STORE)
    await page.getByRole('option', { name: STORE }).click()
    await page.getByLabel(said.line(said.product, 1), { exact: true }).fill(product.name)
    await page.getByRole('option', { name: product.name }).click()
    await page.getByLabel(said.line(said.quantity, 1), { exact: true }).fill('10')
    await page.getByLabel(said.line(said.price, 1), { exact: true }).fill('2.5')
    await page.getByRole('button', { name: said.saveSubmit, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: said.send, exact: true }).click()
    await expect(main(page).getByText(said.none, { exact: true }).first()).toBeVisible()
    const code = (await page.getByRole('heading', { level: 1 }).innerText()).match(/SI\d+/)![0]

    const put = async (quantity: string) => {
      await main(page).getByRole('button', { name: said.put, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const box = dialog.getByLabel(said.line(said.now, 1), { exact: true })
      await box.fill('11')
      await expect(dialog.getByText(said.tooMuch)).toBeVisible()
      await box.fill(quantity)
      await dialog.getByRole('button', { name: said.put, exact: true }).click()
      await expect(dialog).toHaveCount(0)
    }
    await put('4')
    await expect(main(page).getByText(said.partial, { exact: true }).first()).toBeVisible()
    await put('6')
    await expect(main(page).getByText(said.full, { exact: true }).first()).toBeVisible()

    // Somebody else has the stock page open; what is taken back here is gone there without a reload.
    await go(admin.page, `/inventory/prment/stock?search=${encodeURIComponent(product.name)}`)
    const row = main(admin.page).getByRole('row').filter({ hasText: product.name })
    await expect(row).toContainText('10')
    await main(page).getByRole('button', { name: said.reverse, exact: true }).first().click()
    await page.getByRole('dialog').getByLabel(said.reason).fill('counted wrongly')
    await page.getByRole('dialog').getByRole('button', { name: said.reverse, exact: true }).click()
    await expect(main(page).getByText(said.reversed, { exact: true })).toBeVisible()
    await expect(main(page).getByText(said.partial, { exact: true }).first()).toBeVisible()
    await expect(row).toContainText('¥15')
    await row.getByText(product.name).first().click()
    await expect(admin.page.getByRole('link', { name: new RegExp(code) }).first()).toBeVisible()
    await admin.page
      .getByRole('link', { name: new RegExp(code) })
      .first()
      .click()
    await expect(admin.page.getByRole('heading', { level: 1 })).toContainText(code)
    await context.close()
    await admin.context.close()
  })
}
