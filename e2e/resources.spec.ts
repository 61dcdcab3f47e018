import { expect, type Page, test } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import writeCells from 'write-excel-file/node'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enOrganization from '#locales/en-US/organization' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhOrganization from '#locales/zh-CN/organization' with { type: 'json' }
import { aPerson, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { open, signIn } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, organization: zhOrganization },
  'en-US': { crud: enCrud, organization: enOrganization },
} as const
const add = (page: Page) => page.getByRole('button', { name: /^(新增|Add)$/ }).first()
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^(保存|Save)$/ })
/** What was typed is saved: its window is gone. A tip says so too, for three seconds. */
const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)
const unique = (word: string) => `${word}${Date.now().toString(36)}`

test('a crop is made, found by a filter that stands in the address, changed, and deleted', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/crop')
  const name = unique('番石榴')
  await add(page).click()
  await page.getByRole('dialog').getByLabel('作物名称').fill(name)
  await save(page).click()
  await closed(page)
  await page.locator('search').getByRole('textbox').first().fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.getByRole('gridcell', { name })).toBeVisible()
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: '编辑' })
    .click()
  await page.getByRole('dialog').getByLabel('英文名称').fill('Guava')
  await save(page).click()
  await expect(page.getByRole('gridcell', { name: 'Guava' })).toBeVisible()
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: '删除' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('没有找到相关内容')).toBeVisible()
  await context.close()
})

test('who saves over a newer version is told so, and nothing typed is lost', async ({ browser }) => {
  const typed = unique('what the second typed ')
  const first = await open(browser, 'admin', '/system/taskType?search=SOW')
  const second = await open(browser, 'admin', '/system/taskType?search=SOW')
  for (const { page } of [first, second]) {
    await page.getByRole('row', { name: /SOW/ }).getByRole('button', { name: '编辑' }).click()
    await expect(page.getByRole('dialog').getByLabel('说明')).toBeVisible()
  }
  await first.page.getByRole('dialog').getByLabel('说明').fill(unique('first '))
  await save(first.page).click()
  await closed(first.page)
  await second.page.getByRole('dialog').getByLabel('说明').fill(typed)
  await save(second.page).click()
  await expect(second.page.getByText('您填写的内容仍保留')).toBeVisible()
  await expect(second.page.getByRole('dialog').getByLabel('说明')).toHaveValue(typed)
  // Over the newest version stands what was typed, and it can be saved.
  await second.page.getByRole('button', { name: '载入最新内容' }).click()
  await expect(second.page.getByText('已恢复您上次填写但未保存的内容')).toBeVisible()
  await expect(second.page.getByRole('dialog').getByLabel('说明')).toHaveValue(typed)
  await save(second.page).click()
  await closed(second.page)
  await first.context.close()
  await second.context.close()
})

test('a list leaves as a spreadsheet, and a spreadsheet is checked row by row before anything is written', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/taskType')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出表格' }).click()
  expect((await download).suggestedFilename()).toBe('任务类型管理.xlsx')
  const name = unique('除草')
  const sheet = async (rows: string[][]) => ({
    name: 'tasks.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeCells([['类型名称', '编码前缀'], ...rows]).toBuffer(),
  })
  await page.getByRole('button', { name: '导入' }).click()
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.setInputFiles(
    await sheet([
      [name, 'no spaces'],
      [name, unique('W')],
    ]),
  )
  await expect(page.getByRole('dialog').getByRole('row', { name: /2\s*编码前缀/ })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: '导入', exact: true })).toBeDisabled()
  await input.setInputFiles(await sheet([[name, unique('W')]]))
  await page.getByRole('button', { name: '新增 1 条' }).click()
  await expect(page.getByText('已新增 1 条')).toBeVisible()
  await context.close()
})

test('what a spreadsheet shows and nobody can read is said beside its cell, and a column that is not known is asked about', async ({
  browser,
}) => {
  const { page, context } = await open(browser, 'admin', '/system/taskType')
  const [one, other] = [unique('除草'), unique('施肥')]
  const sheet = async (rows: (string | null)[][], edit = (xml: string) => xml) => {
    const parts = unzipSync(await writeCells(rows).toBuffer())
    const path = 'xl/worksheets/sheet1.xml'
    return {
      name: 'tasks.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(zipSync({ ...parts, [path]: strToU8(edit(strFromU8(parts[path]!))) })),
    }
  }
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog')
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(
    await sheet(
      [
        ['类型名称', '编码前缀', '说明', '编码前缀', '旧备注'],
        [one, unique('W'), 'x', 'x', 'x'],
        ['x', unique('W'), 'x', 'x', null],
        [other, unique('V'), null, 'x', null],
      ],
      (xml) =>
        xml
          .replace(/<c r="C2"[^>]*>.*?<\/c>/, '<c r="C2" t="e"><v>#N/A</v></c>')
          .replace(/<c r="A3"[^>]*>.*?<\/c>/, '<c r="A3"><v>1234567890123450</v></c>')
          .replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="C3:C4"/></mergeCells>'),
    ),
  )
  for (const [row, words] of [
    [1, '编码前缀 有两列使用此表头'],
    [2, '说明 单元格显示 #N/A，没有数值'],
    [3, '类型名称 表格只保留数字的前 15 位'],
    [4, '说明 单元格与 C3 合并'],
  ] as const)
    await expect(dialog.getByRole('row', { name: new RegExp(`^${row} ${words}`) })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '导入', exact: true })).toBeDisabled()

  await input.setInputFiles(
    await sheet([
      ['类型名称', '编码前缀', '说明', '旧备注'],
      [one, unique('W'), 'x', 'x'],
      [other, unique('V'), null, null],
    ]),
  )
  await expect(dialog.getByText('以下列无法识别，将被忽略：旧备注')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '新增 2 条' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: '忽略这些列并导入' }).check()
  await dialog.getByRole('button', { name: '新增 2 条' }).click()
  await expect(page.getByText('已新增 2 条')).toBeVisible()
  await context.close()
})

test('the outline of a plot is drawn on the map by mouse and keyboard, and its area follows', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/land')
  const name = unique('新塘')
  await add(page).click()
  await page.getByRole('dialog').getByLabel('地块名称').fill(name)
  await page.getByRole('dialog').getByRole('combobox', { name: '地块类型' }).click()
  await page.getByRole('option', { name: '大田' }).click()
  const map = page.getByRole('dialog').locator('[data-drawing]')
  await map.scrollIntoViewIfNeeded()
  for (const [x, y] of [
    [80, 80],
    [220, 80],
    [220, 200],
    [80, 200],
  ] as const)
    await map.click({ position: { x, y } })
  await expect(map.getByRole('button', { name: '第 4 个顶点', exact: true })).toBeVisible()
  const measure = page.getByRole('dialog').getByLabel(/^面积/)
  await expect(measure).not.toHaveValue('')
  const drawn = await measure.inputValue()
  await map.getByRole('button', { name: '第 4 个顶点', exact: true }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(measure).not.toHaveValue(drawn)
  await save(page).click()
  await closed(page)
  await context.close()
})

for (const language of journeysIn('zh-CN'))
  test(`${language}: a session that expires over a form comes back to the same form with what was typed`, async ({ browser }) => {
    const say = words[language]
    const who = await aPerson([1])
    const { page, context } = await open(browser, who, '/system/crop', language)
    const named = page.getByRole('dialog').getByLabel(say.organization.crop.fields.cropName)
    const name = unique('百香果')
    await add(page).click()
    await named.fill(name)
    await byOwner('update session set revoked_at = 1 where user_id = (select id from app_user where login_name = $1)', [who])
    // The open console hears of its end by itself. The sign-in page speaks Chinese then (I18N-03), until another choice is made there.
    await page.waitForURL('**/login')
    if (language === 'en-US') {
      await page.getByRole('button', { name: /English/ }).click()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    }
    await signIn(page, who, page.url())
    await page.waitForURL(/edit=new/)
    await expect(page.getByText(say.crud.draft.found)).toBeVisible()
    await expect(named).toHaveValue(name)
    await save(page).click()
    await closed(page)
    await context.close()
  })

test('free plots are found by a filter, and a plot that is freed keeps what stood there', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/farm/land?landState=free')
  const name = unique('轮作')
  await add(page).click()
  await page.getByRole('dialog').getByLabel('地块名称').fill(name)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '地块类型' }).click()
  await page.getByRole('option', { name: '大田' }).click()
  await dialog.getByRole('combobox', { name: '种养品种' }).click()
  await page.getByRole('option').first().click()
  await save(page).click()
  await closed(page)
  await expect(page.getByRole('gridcell', { name })).toBeHidden()
  await page.goto(`/web/farm/land?search=${encodeURIComponent(name)}`)
  await page.getByRole('gridcell', { name }).click()
  await dialog.getByRole('button', { name: '清空地块' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: '清空地块' }).click()
  await expect(dialog.getByText(/\d{4}-\d{2}-\d{2} 至 \d{4}-\d{2}-\d{2}/)).toBeVisible()
  await page.goto(`/web/farm/land?landState=free&search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('gridcell', { name })).toBeVisible()
  await context.close()
})
