import { expect, test } from '@playwright/test'
import words from '#locales/zh-CN/cameras' with { type: 'json' }
import { byOwner } from './database.ts'
import { ask, open } from './people.ts'

const MINUTE = 60_000

test('a plan takes its pictures, which are seen as a series and played', async ({ browser }) => {
  // Two pictures are drawn and encoded, one after the other, by the cores that show the pages.
  test.setTimeout(150_000)
  const { page, context } = await open(browser, 'admin', '/web/equipment/camera')
  const name = `苗床 ${Date.now()}`
  const facts = { cameraType: 1, cameraEnter: 5, channelNo: 1, areaId: 1, landId: null, latlng: null }
  const reach = { hdUrl: '', sdUrl: '', onvifUrl: '', userName: '', password: null }
  const { id } = await ask(page, 'POST', '/wfpe/v1/1/camera', { name, deviceSerial: `E2E-${Date.now()}`, ...facts, ...reach })
  await page.goto(`/web/equipment/camera/info/${String(id)}`)
  await page.getByRole('button', { name: words.capture.add }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: words.capture.name }).fill(name)
  await form.getByLabel(words.capture.seedling).check()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText(words.capture.saved)).toBeVisible()
  // As if it had been due in the last minutes.
  const now = Date.now()
  await byOwner(
    `insert into capture (tenant_id, device_id, plan_id, due_at, again_at)
     select tenant_id, device_id, id, due, $2 from capture_plan, unnest($3::bigint[]) as due where device_id = $1`,
    [id, now, [now - 2 * MINUTE, now - MINUTE]],
  )
  const newest = page.getByRole('list', { name: words.capture.newest })
  await expect(newest.getByRole('img')).toHaveCount(2, { timeout: 60_000 })
  await page.goto('/web/equipment/seeding')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByText('第 2 张，共 2 张')).toBeVisible()
  await page.getByRole('button', { name: words.seeding.previous }).click()
  await expect(page.getByText('第 1 张，共 2 张')).toBeVisible()
  await page.getByRole('button', { name: words.seeding.play }).click()
  await expect(page.getByText('第 2 张，共 2 张')).toBeVisible()
  await context.close()
})
