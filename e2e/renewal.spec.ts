import { expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import mqtt from 'mqtt'
import { MQTT_PORT, open, openDevice } from './people.ts'

// On a machine that is busy elsewhere the start of the console alone takes most of the usual minute.
test.describe.configure({ timeout: 180_000 })

/** What the page may take, on a machine on which a reading is otherwise seen in half a second. */
const RIGHT_AGAIN_MS = 5000
const UNHURRIED_MS = 500
/** From the sign-in of a page to its renewal, and a little more: a token is good for 15 min and replaced 25 s before its end. */
const TO_RENEWAL = '14:40'

/** Its live connections as they were made, and what is done with each before it reaches the broker. */
async function watchLines(page: Page) {
  const lines: { isOver: boolean; close: () => Promise<void> }[] = []
  const watching = {
    lines,
    open: () => lines.filter(({ isOver }) => !isOver).length,
    meet: async (_nth: number): Promise<void> => undefined,
  }
  await page.routeWebSocket(/\/mqtt$/, async (toPage: WebSocketRoute) => {
    const line = { isOver: false, close: async () => undefined as void }
    const nth = lines.push(line)
    toPage.onClose(() => (line.isOver = true))
    await watching.meet(nth)
    const toServer = toPage.connectToServer()
    toPage.onClose((code, reason) => {
      line.isOver = true
      void toServer.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) })
    })
    line.close = async () => {
      line.isOver = true
      await Promise.all([toServer.close(), toPage.close()])
    }
  })
  return watching
}

/** A page that shows one value of a device, which speaks it when the test says so. */
async function aPage(browser: Parameters<typeof open>[0]) {
  const { page, context } = await open(browser, 'operator', '/web/user')
  const watching = await watchLines(page)
  await page.clock.install()
  const speak = async (hours: number) => {
    const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, {
      protocolVersion: 4,
      username: '1/demo-gateway-2',
      password: 'furrow-demo-gateway-2',
      clientId: 'e2e-renewal',
    })
    // A quantity that the simulated farm does not send, so that nothing else writes over what is waited for.
    await device.publishAsync('furrow/1/demo-gateway-2/readings', JSON.stringify({ uptimeHours: hours }), { qos: 1 })
    await device.endAsync()
  }
  await speak(1)
  await page.goto('/web/equipment/gateway')
  await openDevice(page, '2 号大棚网关')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '下一组' }).click()
  await expect(dialog.getByText('uptimeHours').first()).toBeVisible()
  const shown = (hours: number, timeout = 15_000) =>
    expect(dialog.getByText(new Intl.NumberFormat('zh-CN').format(hours)).first()).toBeVisible({ timeout })
  // How long it takes now, with nothing amiss: a busy machine is slower at both.
  const began = Date.now()
  await speak(999)
  await shown(999)
  const limit = RIGHT_AGAIN_MS * Math.max(1, (Date.now() - began) / UNHURRIED_MS)
  const told = page.getByText(/实时连接已断开/)
  return { page, context, watching, speak, shown, told, limit }
}

test('a page goes through the renewal of its token and shows what comes meanwhile', async ({ browser }) => {
  const { page, context, watching, speak, shown, told, limit } = await aPage(browser)
  const renewed = Promise.withResolvers<void>()
  watching.meet = async () => renewed.resolve()
  const before = watching.lines.length
  await page.clock.fastForward(TO_RENEWAL)
  await renewed.promise
  await speak(2001)
  await shown(2001, limit)
  await expect.poll(watching.open, { timeout: limit }).toBe(1)
  expect(watching.lines.length).toBe(before + 1)
  expect(watching.lines.at(-1)!.isOver).toBe(false)
  await speak(2002)
  await shown(2002, limit)
  await expect(told).toHaveCount(0)
  await context.close()
})

test('a page whose connection is cut while its token is renewed is right again within 5 s, over one connection', async ({ browser }) => {
  const { page, context, watching, speak, shown, told, limit } = await aPage(browser)
  const before = watching.lines.length
  const cut = Promise.withResolvers<number>()
  watching.meet = async (nth) => {
    if (nth !== before + 1) return
    // The successor is on its way, and the one that stands ends.
    await watching.lines[before - 1]!.close()
    await speak(3001)
    cut.resolve(Date.now())
  }
  await page.clock.fastForward(TO_RENEWAL)
  const at = await cut.promise
  // What was said while nobody listened, then what is said from now on.
  await shown(3001, limit)
  expect(Date.now() - at).toBeLessThan(limit)
  // Whatever the page waits for before it says that it is offline is over.
  await page.clock.fastForward('00:30')
  await speak(3002)
  await shown(3002, limit)
  await expect(told).toHaveCount(0)
  expect(watching.open()).toBe(1)
  expect(watching.lines.length).toBe(before + 1)
  await context.close()
})
