import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import mqtt from 'mqtt'
import { readSheet } from 'read-excel-file/node'
import writeCells from 'write-excel-file/node'
import { aPerson, aTenant, byOwner } from './database.ts'
import { ask, MQTT_PORT, open } from './people.ts'

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

test('two aerators of three chosen devices are given one form of settings; each says what became of it, and the third is named before', async ({
  browser,
}) => {
  const tenant = await aTenant()
  const [base] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenant])
  const { page, context } = await open(browser, await aPerson([tenant]), '/system/deviceManager')
  const secrets: Record<string, string> = {}
  for (const [name, deviceType] of [
    ['一号塘', 'aerator_ii'],
    ['二号塘', 'aerator_ii'],
    ['水阀', 'tzgk_electric_valve'],
  ] as const) {
    const eui = `set-${name.length}${deviceType.length}${Object.keys(secrets).length}-${tenant}`
    const made = (await ask(page, 'POST', `/wfpe/v1/${tenant}/device/gateway`, { name, eui, deviceType, areaId: Number(base!.id) })) as {
      secret: string
    }
    secrets[eui] = made.secret
  }
  const [eui, secret] = Object.entries(secrets)[0]!
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    username: `${tenant}/${eui}`,
    password: secret,
    protocolVersion: 4,
  })
  device.on('message', (topic) => void device.publish(`${topic}/reply`, '{"ok":true}', { qos: 1 }))
  await device.subscribeAsync(`furrow/${tenant}/${eui}/commands/+`, { qos: 1 })
  await page.reload()
  for (const name of ['一号塘', '二号塘', '水阀'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .click()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '下发设置' }).click()
  const dialog = page.getByRole('dialog', { name: '所选设备的设置' })
  await expect(dialog.getByRole('alert')).toContainText('水阀')
  await dialog.getByRole('textbox', { name: /低于此值开泵/ }).fill('6')
  await dialog.getByRole('textbox', { name: /高于此值停泵/ }).fill('4')
  await dialog.getByRole('button', { name: '下发到 2 台设备' }).click()
  await expect(dialog.getByText('必须高于下限')).toBeVisible()
  await dialog.getByRole('textbox', { name: /高于此值停泵/ }).fill('7')
  await dialog.getByRole('button', { name: '下发到 2 台设备' }).click()
  await expect(dialog.getByText('1 / 2 台设备已确认')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: '一号塘' })).toContainText('已确认')
  await expect(dialog.getByRole('listitem').filter({ hasText: '二号塘' })).toContainText('上线后立即下发')
  await device.endAsync(true)
  await context.close()
})

test('a firmware is brought and offered from the list; the page says that it runs once the device itself does', async ({ browser }) => {
  const tenant = await aTenant()
  const [base] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenant])
  const { page, context } = await open(browser, await aPerson([tenant]), '/system/deviceManager')
  const eui = `firmware-${tenant}`
  const made = await ask(page, 'POST', `/wfpe/v1/${tenant}/device/gateway`, {
    name: '三号塘',
    eui,
    deviceType: 'aerator_ii',
    areaId: Number(base!.id),
  })
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    username: `${tenant}/${eui}`,
    password: made['secret'] as string,
    protocolVersion: 4,
  })
  const read: number[] = []
  device.on('message', (topic, payload) => {
    const { args } = JSON.parse(payload.toString()) as { args: { download: string; version: string } }
    void (async () => {
      const answer = await page.request.get(args.download)
      read.push((await answer.body()).length)
      await device.publishAsync(`${topic}/reply`, '{"ok":true}', { qos: 1 })
      await device.publishAsync(`furrow/${tenant}/${eui}/about`, JSON.stringify({ firmware: args.version }), { qos: 1 })
    })()
  })
  await device.subscribeAsync(`furrow/${tenant}/${eui}/commands/+`, { qos: 1 })
  await page.reload()
  await page
    .getByRole('row', { name: /三号塘/ })
    .getByRole('checkbox')
    .click()
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '固件升级' }).click()
  const dialog = page.getByRole('dialog', { name: '下发固件' })
  await dialog.getByRole('textbox', { name: '新文件的版本' }).fill('2.4.0')
  await dialog
    .getByTestId('pick')
    .setInputFiles({ name: 'pond.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5000, 'furrow ') })
  await dialog.getByRole('button', { name: '下发到 1 台设备' }).click()
  await expect(dialog.getByText('1 / 1 台设备已运行')).toBeVisible()
  expect(read).toEqual([5000])
  await dialog.getByRole('button', { name: '关闭' }).click()
  await page.goto('/system/deviceManager?firmware=2.4')
  await expect(page.getByRole('row', { name: /三号塘/ })).toBeVisible()
  await page.goto('/system/deviceManager?firmware=9.9')
  await expect(page.getByRole('row', { name: /三号塘/ })).toHaveCount(0)
  await device.endAsync(true)
  await context.close()
})

test('plots that were exported and come back are nothing to import; one cell that was changed is one change, and what is there already is named', async ({
  browser,
}) => {
  const tenant = await aTenant()
  const [base] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenant])
  const { page, context } = await open(browser, await aPerson([tenant]), '/web/farm/land')
  for (const landName of ['东一号', '东二号'])
    await ask(page, 'POST', `/wfpf/v1/${tenant}/land`, { landName, areaId: Number(base!.id), landType: 'field' })
  await page.reload()
  await expect(page.getByRole('row', { name: /东二号/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出表格' }).click()
  const buffer = await readFile(await (await download).path())
  const file = { name: 'plots.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog')
  const counts = dialog.locator('dl')
  await dialog.getByTestId('pick').setInputFiles({ ...file, buffer })
  await expect(dialog.getByText('没有需要导入的内容：所有行均已存在。')).toBeVisible()
  await expect(counts).toHaveText('新增0更新0无变化2重复，不导入0')
  await expect(dialog.getByRole('button', { name: '导入', exact: true })).toBeDisabled()

  const rows = (await readSheet(buffer)) as unknown as (string | number | null)[][]
  const nameAt = rows[0]!.indexOf('地块名称')
  expect(rows[0]!.at(-1)).toBe('记录号（请勿修改）')
  const renamed = rows.map((row) => row.map((cell, at) => (at === nameAt && cell === '东一号' ? '东一号改' : cell)))
  // Once more without its key: the plot of this name is there.
  const again = rows.find((row) => row[nameAt] === '东二号')!.with(-1, null)
  const cells = [...renamed, again].map((row) =>
    row.map((value) => (value === null ? null : typeof value === 'number' ? { type: Number, value } : { type: String, value })),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByTestId('pick').setInputFiles({ ...file, buffer: await writeCells(cells).toBuffer() })
  await expect(counts).toHaveText('新增0更新1无变化1重复，不导入1')
  await expect(dialog.getByRole('row', { name: /4 “东二号”已存在/ })).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: '更新 1 条' }).click()
  await expect(page.getByText('已更新 1 条')).toBeVisible()
  await expect(page.getByText('东一号改')).toBeVisible()
  expect(await byOwner('select land_name from land where tenant_id = $1 order by id', [tenant])).toEqual([
    { land_name: '东一号改' },
    { land_name: '东二号' },
  ])
  await context.close()
})
