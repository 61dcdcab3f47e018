import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import mqtt from 'mqtt'
import { MQTT_PORT, open, openControl, openDevice, switchRow } from './people.ts'

// Two consoles start in one of these tests: on a machine that is busy elsewhere that alone takes most of the usual minute.
test.describe.configure({ timeout: 180_000 })

const hasMosquitto = spawnSync('which', ['mosquitto_pub']).status === 0

test('a reading published with the line of the README is on the open page', async ({ browser }) => {
  test.skip(!hasMosquitto, 'mosquitto_pub is not installed')
  const { page, context } = await open(browser, 'operator', '/web/equipment/gateway')
  await openDevice(page, '1 号大棚网关')
  const line = readFileSync('README.md', 'utf8').match(/^mosquitto_pub .*$/m)![0]
  // A quantity that the simulated farm does not send, so that what is seen is what was published; the port is this run's own.
  const args = [...line.replace('1883', String(MQTT_PORT)).matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!)
  execFileSync(
    args[0]!,
    args.slice(1).map((word) => word.replace('"temperature":21.4', '"pumpHours":4321.5')),
  )
  const dialog = page.getByRole('dialog')
  // A quantity that is new stands last in the carousel.
  const shown = (text: string) =>
    expect(async () => {
      if (!(await dialog.getByText(text).first().isVisible())) await dialog.getByRole('button', { name: '下一组' }).click({ timeout: 500 })
      await expect(dialog.getByText(text).first()).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
  await shown('pumpHours')
  await shown('4,321.5')
  execFileSync(
    args[0]!,
    args.slice(1).map((word) => word.replace('"temperature":21.4', '"pumpHours":4322.5')),
  )
  await expect(dialog.getByText('4,322.5').first()).toBeVisible()
  await context.close()
})

test('a switch turned on one page is confirmed by the device and seen on a second page', async ({ browser }) => {
  const one = await open(browser, 'operator', '/web/equipment/gateway')
  const two = await open(browser, 'admin', '/web/equipment/gateway', 'en-US')
  for (const { page } of [one, two]) {
    await openDevice(page, '2 号大棚网关')
    await openControl(page)
  }
  const mine = switchRow(one.page, '补光灯')
  const theirs = switchRow(two.page, '补光灯')
  const before = await mine.getByRole('switch').isChecked()
  await mine.getByRole('switch').click()
  await expect(mine.getByText('已确认', { exact: true })).toBeVisible()
  await expect(mine.getByRole('switch')).toBeChecked({ checked: !before })
  await expect(theirs.getByRole('switch')).toBeChecked({ checked: !before })
  await expect(theirs.getByText('Confirmed', { exact: true })).toBeVisible()
  await mine.getByRole('switch').click()
  await expect(mine.getByRole('switch')).toBeChecked({ checked: before })
  await expect(theirs.getByRole('switch')).toBeChecked({ checked: before })
  await one.context.close()
  await two.context.close()
})

test('a blind that must turn back passes through stop', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/equipment/gateway')
  await openDevice(page, '3 号大棚网关')
  await openControl(page)
  const blind = switchRow(page, '遮阳卷帘')
  await blind.getByRole('button', { name: /展开/ }).click()
  await expect(blind.getByText('已确认', { exact: true })).toBeVisible()
  await blind.getByRole('button', { name: /收起/ }).click()
  // It waited in the queue for the motor to stand still, and left only then; the log shows the stop between the two ways.
  await expect(blind.getByRole('button', { name: /收起/, pressed: true })).toBeVisible({ timeout: 40_000 })
  await blind.getByRole('button', { name: /控制记录/ }).click()
  await expect(blind.getByRole('row').nth(1)).toContainText('收起')
  await expect(blind.getByRole('row').nth(2)).toContainText('停止')
  await expect(blind.getByRole('row').nth(3)).toContainText('展开')
  await context.close()
})

test('a device that never answers is said to be silent, and the switch goes back', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/web/equipment/gateway')
  await page.getByRole('button', { name: '添加设备' }).click()
  const eui = `silent-${Date.now()}`
  await page.getByRole('dialog').getByLabel('名称').fill(`静默 ${eui}`)
  await page.getByRole('dialog').getByLabel('设备编号（EUI）').fill(eui)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保存|提交|确定|添加/ })
    .click()
  const secretDialog = page.getByRole('dialog').filter({ hasText: 'MQTT 密钥' })
  await expect(secretDialog).toBeVisible()
  const told = (await secretDialog.innerText()).match(/-P '?([\w-]+)/)![1]!
  await secretDialog.getByRole('button', { name: '我已保存' }).click()

  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    protocolVersion: 4,
    username: `1/${eui}`,
    password: told,
    clientId: eui,
  })
  await device.publishAsync(`furrow/1/${eui}/state`, '{"1":0}', { qos: 1 })
  // However many devices there are, this one is found.
  await page.getByLabel('名称').first().fill(eui)
  await page.getByRole('button', { name: '查询' }).click()
  await openDevice(page, `静默 ${eui}`)
  await openControl(page)
  const row = page.getByRole('dialog').getByRole('listitem').first()
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await expect(row.getByText('设备无应答').first()).toBeVisible({ timeout: 20_000 })
  await expect(row.getByRole('switch')).not.toBeChecked()
  await device.endAsync()
  await context.close()
})

test('what cannot be used is shown with its reason', async ({ browser }) => {
  const { page, context } = await open(browser, 'operator', '/web/equipment/gateway')
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    protocolVersion: 4,
    username: '1/demo-gateway-3',
    password: 'furrow-demo-gateway-3',
    clientId: 'e2e-nonsense',
  })
  await device.publishAsync('furrow/1/demo-gateway-3/readings', '{"temperature":"warm"}', { qos: 1 })
  await device.endAsync()
  await openDevice(page, '3 号大棚网关')
  await page.getByRole('tab', { name: /未采用的消息/ }).click()
  await expect(page.getByRole('dialog').getByText('数值不是数字').first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('warm').first()).toBeVisible()
  await context.close()
})
