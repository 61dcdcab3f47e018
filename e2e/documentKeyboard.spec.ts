import { expect, type Page, test } from '@playwright/test'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

// Four hundred cells are typed one after the other, each drawn before the next.
test.describe.configure({ timeout: 480_000 })

/** The words of each language that these sentences touch. */
const words = {
  'zh-CN': {
    title: /^标题/,
    store: /^仓库/,
    line: (label: string, row: number) => `${label}，第 ${row} 行`,
    product: '产品',
    lines: '共 100 行',
    save: '保存草稿',
  },
  'en-US': {
    title: /^Title/,
    store: /^Store/,
    line: (label: string, row: number) => `${label}, line ${row}`,
    product: 'Product',
    lines: '100 lines',
    save: 'Save draft',
  },
} as const
type Language = keyof typeof words

const STORE = '沙湾中心仓'
const LINES = 100
const ADD = '/inventory/prment/warehousing/add'

/** Ten products with codes of their own; each stands in ten lines. */
async function products(page: Page): Promise<{ id: number; code: string }[]> {
  const units = (await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=0')) as { content: { unitId: number; name: string }[] }
  const { unitId } = units.content.find(({ name }) => name === '千克')!
  // As long as codes are: who types a document types them a hundred times.
  const mark = Date.now().toString(36).slice(-6)
  const made: { id: number; code: string }[] = []
  for (let nr = 0; nr < 10; nr++) {
    const code = `K${mark}-${nr}`
    const { productId } = await ask(page, 'POST', '/wfpf/v1/1/product', { name: `e2e keyboard ${mark} ${nr}`, code, stockUnitId: unitId })
    made.push({ id: Number(productId), code })
  }
  return made
}

/** The header, by keyboard: its title, and a store out of the list. */
async function header(page: Page, language: Language): Promise<void> {
  const said = words[language]
  await page.getByLabel(said.title).focus()
  await page.keyboard.type('A hundred lines')
  await page.getByRole('combobox', { name: said.store }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(STORE)
  await expect(page.getByRole('option', { name: STORE })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Saves by keyboard, and answers what the server holds then. */
async function save(page: Page, language: Language): Promise<{ productId: number; quantity: string; price: string }[]> {
  const said = words[language]
  await expect(page.getByText(said.lines, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: said.save, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/warehousing\/info\/\d+$/)
  const id = /\d+$/.exec(page.url())![0]
  const { lines } = (await ask(page, 'GET', `/wfpf/v1/1/warehousing/${id}`)) as {
    lines: { productId: number; quantity: string; price: string }[]
  }
  return lines.map(({ productId, quantity, price }) => ({ productId, quantity, price }))
}

const expected = (all: readonly { id: number }[]) =>
  Array.from({ length: LINES }, (_, row) => ({ productId: all[row % 10]!.id, quantity: `${row + 1}.00`, price: '2.50' }))

const productIn = (page: Page, language: Language, row: number) =>
  page.getByLabel(words[language].line(words[language].product, row), { exact: true })

for (const language of journeysIn('zh-CN')) {
  test(`a document of 100 lines is typed by keyboard alone (${language})`, async ({ browser }) => {
    const admin = await open(browser, 'admin', ADD, language, 1)
    const all = await products(admin.page)
    const { page, context } = await open(browser, 'operator', ADD, language, 1)
    await header(page, language)
    await productIn(page, language, 1).focus()
    for (let row = 0; row < LINES; row++) {
      await expect(productIn(page, language, row + 1)).toBeFocused()
      await page.keyboard.type(all[row % 10]!.code)
      // Whoever knows the code does not wait for the list.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type(String(row + 1))
      await page.keyboard.press('Tab')
      await page.keyboard.type('2.5')
      if (row < LINES - 1) await page.keyboard.press('Enter')
    }
    await expect(productIn(page, language, LINES)).toHaveValue(/^e2e keyboard/)
    expect(await save(page, language)).toEqual(expected(all))
    await context.close()
    await admin.context.close()
  })

  test(`a document of 100 lines is pasted from a spreadsheet, its products by code (${language})`, async ({ browser }) => {
    const admin = await open(browser, 'admin', ADD, language, 1)
    const all = await products(admin.page)
    const { page, context } = await open(browser, 'operator', ADD, language, 1)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await header(page, language)
    const rows = Array.from({ length: LINES }, (_, row) => [all[row % 10]!.code, '', row + 1, '2.5'].join('\t')).join('\n')
    await page.evaluate((text) => navigator.clipboard.writeText(text), rows)
    await productIn(page, language, 1).focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(productIn(page, language, LINES)).toHaveValue(/^e2e keyboard/)
    expect(await save(page, language)).toEqual(expected(all))
    await context.close()
    await admin.context.close()
  })
}
