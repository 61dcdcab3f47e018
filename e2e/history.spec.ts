import { expect, type Page, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { devicePath } from '#contract/devices/pages'
import charts from '#locales/en-US/charts' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import { DAY_MS, placeDevices, rememberMonth } from './alarmFarm.ts'
import { aPerson, aTenant } from './database.ts'
import { farmDay, open } from './people.ts'

const PERIOD_MS = 300_000

test('the window of a history is one through zoom, table, CSV and full screen and back, by the clock of the farm', async ({ browser }) => {
  const tenant = await aTenant()
  const [device] = await placeDevices(tenant, { type: 'gateway', names: ['East house'], codes: ['temperature'] })
  const now = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS
  await rememberMonth(tenant, device!, [], now)
  const { page, context } = await open(
    browser,
    await aPerson([tenant]),
    devicePath('gateway', device!.id),
    'en-US',
    undefined,
    'America/Los_Angeles',
  )
  const panel = page.getByRole('region', { name: devices.history.title })
  const press = (scope: Page | ReturnType<Page['getByRole']>, name: string) => scope.getByRole('button', { name, exact: true }).click()
  const strip = page.locator('[data-strip]')
  const lines = async () => (await strip.innerText()).split('\n').map((line) => line.trim())
  const picture = page.getByRole('application', { name: charts.picture.replace('{{names}}', 'Air temperature') })

  // A week of the farm's days, wherever the browser stands.
  await press(panel, devices.history.week)
  await expect.poll(lines).toEqual([`${farmDay(now - 6 * DAY_MS)} 00:00`, `${farmDay(now)} 23:59`])
  // One day, which stands still.
  const day = farmDay(now - DAY_MS)
  for (const side of ['start', 'end'] as const) {
    await panel.getByRole('group', { name: devices.history[side] }).getByRole('spinbutton').first().click()
    await page.keyboard.type(day.replaceAll('-', ''))
  }
  await expect.poll(lines).toEqual([`${day} 00:00`, `${day} 23:59`])
  await expect(picture).toBeVisible()

  await press(panel, charts.zoomIn)
  await picture.press('ArrowLeft')
  const seen = (await lines()).find((line) => line.startsWith('Seen'))!
  const [from, to] = seen.match(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g)!
  expect(from! > `${day} 00:00` && to! < `${day} 23:59`).toBe(true)

  const told = page.waitForEvent('download')
  await press(panel, charts.csv)
  const [, ...rows] = (await readFile((await (await told).path())!, 'utf8')).trim().split('\r\n')
  const times = rows.map((row) => row.split(',')[0]!.replaceAll('"', '').slice(0, 16))
  expect(times.length).toBeGreaterThan(20)
  expect(times.every((time) => time >= from! && time <= to!)).toBe(true)

  await press(panel, charts.table)
  expect(await lines()).toContain(seen)
  const cells = panel.getByRole('table').getByRole('row')
  expect((await cells.nth(1).innerText()).slice(0, 16) <= to!).toBe(true)
  await expect(panel.getByText(new RegExp(`\\b${times.length}\\b`)).first()).toBeVisible()

  await press(panel, charts.full)
  const whole = page.getByRole('dialog')
  await expect(whole.locator('[data-strip]')).toContainText(seen)
  await press(whole, charts.curve)
  await expect(whole.getByRole('application')).toBeVisible()
  await press(whole, charts.zoomIn)
  const closer = await whole.locator('[data-strip] span').innerText()
  expect(closer).not.toBe(seen)
  await press(whole, charts.leaveFull)
  await expect(whole).toHaveCount(0)
  await expect(strip.locator('span')).toHaveText(closer)
  await expect(picture).toBeVisible()
  await press(panel, charts.whole)
  await expect(strip.locator('span')).toHaveCount(0)
  await context.close()
})
