import { expect, test } from '@playwright/test'
import mqtt from 'mqtt'
import { type DeviceType, deviceTypes, typesOn } from '#contract/devices/deviceType'
import { devicePath, LISTED_PAGES, type ListedPage, listPathOf } from '#contract/devices/pages'
import { type DemoDevice, demoDevices, demoSecret } from '#demo/farm'
import chinese from '#locales/zh-CN/devices' with { type: 'json' }
import english from '#locales/en-US/devices' with { type: 'json' }
import { MQTT_PORT, open } from './people.ts'

const words = { 'zh-CN': chinese, 'en-US': english }
/** A device of the page's own type that does as it is told. */
const example = (page: ListedPage): DemoDevice =>
  demoDevices.find(({ tenantId, deviceType, temper }) => tenantId === 1 && deviceType === typesOn(page)[0] && temper === 'willing')!

/** What the device measures first of what its list shows. */
const firstCode = (type: DeviceType, device: DemoDevice): string => deviceTypes[type].columns[0] ?? device.items[0]!.code

/** Says readings in the device's name: another of its connections. */
async function say({ tenantId, eui }: DemoDevice, values: Record<string, number>): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
    protocolVersion: 4,
    username: `${tenantId}/${eui}`,
    password: demoSecret(eui),
    clientId: `${eui}-e2e`,
  })
  await client.publishAsync(`furrow/${tenantId}/${eui}/readings`, JSON.stringify(values), { qos: 1 })
  await client.endAsync()
}

for (const [at, page] of LISTED_PAGES.entries()) {
  const language = at % 2 === 0 ? 'zh-CN' : 'en-US'
  const device = example(page)
  const type = deviceTypes[device.deviceType]
  test(`${page}: a device is in its list, its values arrive by themselves there and on its page, and its main control is confirmed (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const { page: tab, context } = await open(browser, 'admin', listPathOf(page), language, device.areaId)
    const main = tab.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: words[language].page[page].title, exact: true })).toBeVisible()
    const row = main.getByRole('row').filter({ hasText: device.name })
    await expect(row).toBeVisible()
    const code = firstCode(device.deviceType, device)
    // The simulated device goes on saying its own: it is said until it was seen.
    const arrives = async (value: number, where: typeof row) =>
      expect(async () => {
        await say(device, { [code]: value })
        await expect(where.getByText(String(value)).first()).toBeVisible({ timeout: 1500 })
      }).toPass({ timeout: 30_000 })
    await arrives(43, row)
    await row
      .getByRole('button', { name: words[language].device.open })
      .or(row.getByRole('menuitem', { name: words[language].device.open }))
      .click()
    await expect(tab).toHaveURL(new RegExp(`${devicePath(page, device.id)}$`))
    await expect(main.getByRole('heading', { level: 1, name: device.name, exact: true })).toBeVisible()
    await arrives(44, main.getByRole('tabpanel'))
    if (type.circuits !== null && device.switches.length > 0) {
      await main.getByRole('tab', { name: words[language].device.part.control, exact: true }).click()
      const [first] = device.switches
      const item = main.getByRole('listitem').filter({ hasText: first!.name }).first()
      const control = item.getByRole('switch')
      const before = await control.isChecked()
      for (const wanted of [!before, before]) {
        await control.click()
        await expect(item.getByText(words[language].commandState.observed, { exact: true })).toBeVisible({ timeout: 20_000 })
        await expect(control).toBeChecked({ checked: wanted })
      }
      await main.getByRole('tab', { name: words[language].device.part.log, exact: true }).click()
      await expect(main.getByRole('cell', { name: first!.name }).first()).toBeVisible()
    }
    await context.close()
  })
}
