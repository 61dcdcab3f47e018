import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import writeCells from 'write-excel-file/node'
import { aPerson, aTenant, byOwner } from './database.ts'
import { open } from './people.ts'

const HEADS = ['名称', '设备编号（EUI）', '类型', '基地', '上报周期（分钟）', '经纬度']
const sheet = async (rows: readonly (readonly (string | number)[])[]) => ({
  name: 'devices.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await writeCells(
    [HEADS, ...rows].map((row) =>
      row.map((value) => (typeof value === 'number' ? { type: Number, value } : { type: String, value: String(value) })),
    ),
  ).toBuffer(),
})

test('devices of a spreadsheet are checked row by row, then made, and their secrets are saved as a file', async ({ browser }) => {
  const tenant = await aTenant()
  const { page, context } = await open(browser, await aPerson([tenant]), '/system/deviceManager')
  await page.getByRole('button', { name: '表格导入' }).click()
  const dialog = page.getByRole('dialog', { name: '设备导入' })
  const good = ['东墒情', `sheet-a-${tenant}`, '土壤墒情', 'Own base', 30, '113.34,22.96']
  await dialog
    .getByTestId('pick')
    .setInputFiles(await sheet([good, ['西墒情', `sheet-a-${tenant}`, '飞船', 'Own base', 30, '113.34,22.96']]))
  await expect(dialog.getByRole('row', { name: /3.*类型.*飞船/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: '导入', exact: true })).toBeDisabled()
  expect(await byOwner('select 1 from device where tenant_id = $1', [tenant])).toEqual([])

  await dialog
    .getByTestId('pick')
    .setInputFiles(await sheet([good, ['西墒情', `sheet-b-${tenant}`, '电动阀', 'Own base', 30, '113.34,22.96']]))
  await dialog.getByRole('button', { name: '添加 2 台设备' }).click()
  const secrets = page.getByRole('dialog', { name: '已添加 2 台设备' })
  const download = page.waitForEvent('download')
  await secrets.getByRole('button', { name: '保存密钥文件' }).click()
  const rows = (await readSheet(await readFile(await (await download).path()))) as unknown as string[][]
  expect(rows.map((row) => row[2])).toEqual([expect.any(String), `${tenant}/sheet-a-${tenant}`, `${tenant}/sheet-b-${tenant}`])
  await secrets.getByRole('button', { name: '已保存' }).click()
  await expect(page.getByRole('row', { name: /东墒情/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /西墒情/ })).toBeVisible()
  await context.close()
})
