import { expect, type Locator, type Page, test } from '@playwright/test'
import { zonedMoment } from '#contract/core/zonedMoment'
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = { 'zh-CN': zhFarm, 'en-US': enFarm } as const
const YEAR = new Date().getFullYear() + 1
/** ms UTC, by the clock of the farm. */
const farmAt = (text: string) => zonedMoment(`${YEAR}-${text}:00`, 'Asia/Shanghai', 'start')!
const day = (month: number, date: number) => `${YEAR}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

/** A farm of this test's own with two plots, a planned batch on the first, and a task there. */
async function aSeason() {
  const tenantId = await aTenant()
  const name = await aPerson([tenantId])
  const [area] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenantId])
  const areaId = Number(area!.id)
  const lands = await byOwner<{ id: string }>(
    `insert into land (tenant_id, area_id, land_name, land_type) values ($1, $2, 'East', 'field'), ($1, $2, 'West', 'field') returning id`,
    [tenantId, areaId],
  )
  const [east, west] = lands.map(({ id }) => Number(id))
  const [rice] = await byOwner<{ id: string }>(`insert into variety (tenant_id, name) values ($1, 'Rice') returning id`, [tenantId])
  const [sown] = await byOwner<{ id: string }>(
    `insert into batch (tenant_id, area_id, land_id, variety_id, variety_name, batch_name, starts_on, harvest_on) values ($1, $2, $3, $4, 'Rice', 'Early rice', $5, $6) returning id`,
    [tenantId, areaId, east, rice!.id, day(4, 1), day(7, 1)],
  )
  const [work] = await byOwner<{ id: string }>(
    `with kind as (insert into task_type (tenant_id, name, usage, sort) values ($1, 'Weeding', 'both', 0) returning id)
     insert into task (tenant_id, area_id, land_id, task_no, task_name, task_type_id, task_level, priority, participants, starts_at, due_at)
     select $1, $2, $3, 'W-1', 'Weed east', kind.id, 'general', 'medium', '[]', $4, $5 from kind returning id`,
    [tenantId, areaId, east, farmAt('04-20 06:00'), farmAt('04-20 18:00')],
  )
  return { tenantId, name, areaId, east, west, batchId: Number(sown!.id), taskId: Number(work!.id) }
}
const daysOf = async (batchId: number) =>
  (
    await byOwner<{ starts: string; harvest: string; land: string }>(
      'select starts_on::text as starts, harvest_on::text as harvest, land_id::text as land from batch where id = $1',
      [batchId],
    )
  )[0]!

/** Where a bar lies in the picture: its left and right edge and a height in it, found by what the picture says under the pointer. */
async function findBar(page: Page, picture: Locator, name: string) {
  const box = (await picture.boundingBox())!
  for (let y = box.y + 50; y < box.y + 160; y += 8) {
    let [left, right] = [0, 0]
    for (let x = box.x + 145; x < box.x + box.width - 20; x += 6) {
      await page.mouse.move(x, y)
      const isOn = ((await picture.getAttribute('title')) ?? '').startsWith(name)
      if (isOn && left === 0) left = x
      if (isOn) right = x
      else if (left !== 0) break
    }
    if (left !== 0) return { left, right, y: y + 4 }
  }
  throw new Error(`no bar of ${name}`)
}

for (const language of journeysIn('en-US'))
  test(`a planned batch is drawn to another time and another plot, and is there when that is saved; another console sees it (${language})`, async ({
    browser,
  }) => {
    const said = words[language].season
    const farm = await aSeason()
    const path = `/web/farm/batch?view=season&year=${YEAR}&zoom=quarter`
    const { page, context } = await open(browser, farm.name, path, language, farm.areaId)
    const other = await open(browser, farm.name, '/web/farm/batch', language, farm.areaId)
    const picture = page.getByRole('application')
    await expect(picture).toHaveAttribute('data-bars', '2')
    await picture.evaluate((box) => (box.scrollLeft = 1450))
    const bar = await findBar(page, picture, 'Early rice')
    // By its middle: seven days at ten pixels each, and down to the other plot.
    const middle = bar.left + 200
    await page.mouse.move(middle, bar.y)
    await page.mouse.down()
    await page.mouse.move(middle + 30, bar.y + 10)
    await page.mouse.move(middle + 70, bar.y + 45, { steps: 4 })
    await page.mouse.up()
    const panel = page.getByRole('region', { name: 'Early rice' })
    const there = said.span.replace('{{from}}', day(4, 8)).replace('{{to}}', day(7, 8))
    await expect(panel.getByText(`→ West · ${there}`)).toBeVisible()
    expect(await daysOf(farm.batchId)).toEqual({ starts: day(4, 1), harvest: day(7, 1), land: String(farm.east) })
    await panel.getByRole('button', { name: said.undo }).click()
    await expect(panel.getByText('→')).toHaveCount(0)

    // Its end alone, and then all of it by the buttons that a finger has.
    const again = await findBar(page, picture, 'Early rice')
    await page.mouse.move(again.right, again.y)
    await page.mouse.down()
    await page.mouse.move(again.right + 50, again.y, { steps: 4 })
    await page.mouse.up()
    await expect(panel.getByText(said.span.replace('{{from}}', day(4, 1)).replace('{{to}}', day(7, 6)))).toBeVisible()
    await panel.getByRole('button', { name: said.weekAfter }).click()
    await panel.getByRole('combobox', { name: said.plot }).click()
    await page.getByRole('option', { name: 'West' }).click()
    await panel.getByRole('button', { name: said.save }).click()
    await expect(page.getByText(said.saved)).toBeVisible()
    await expect(panel.getByText('→')).toHaveCount(0)
    expect(await daysOf(farm.batchId)).toEqual({ starts: day(4, 8), harvest: day(7, 13), land: String(farm.west) })
    await expect(other.page.getByRole('row').filter({ hasText: 'West' }).getByText(day(7, 13))).toBeVisible()
    await Promise.all([context.close(), other.context.close()])
  })

test('by keys alone a task is found, moved and kept; what somebody else moved meanwhile is not overwritten', async ({ browser }) => {
  const said = words['en-US'].season
  const farm = await aSeason()
  const path = `/web/farm/batch?view=season&year=${YEAR}&zoom=month`
  const { page, context } = await open(browser, farm.name, path, 'en-US', farm.areaId)
  const picture = page.getByRole('application')
  await expect(picture).toHaveAttribute('data-bars', '2')
  await picture.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Early rice' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const panel = page.getByRole('region', { name: 'Weed east' })
  await expect(panel).toBeVisible()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', '+']) await page.keyboard.press(key)
  await expect(panel.getByText(`→ ${said.span.replace('{{from}}', day(4, 23)).replace('{{to}}', day(4, 24))}`)).toBeVisible()
  // A move that is not saved is not left by looking around.
  await page.keyboard.press('ArrowLeft')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(said.saved)).toBeVisible()
  const times = async () => (await ask(page, 'GET', `/wfpf/v1/${farm.tenantId}/task/${farm.taskId}`)) as { startsAt: number; dueAt: number }
  expect(await times()).toMatchObject({
    startsAt: farmAt('04-23 06:00'),
    dueAt: farmAt('04-24 18:00'),
  })

  await page.keyboard.press('Shift+ArrowLeft')
  const save = panel.getByRole('button', { name: said.save })
  await expect(save).toBeEnabled()
  // Somebody else is quicker, and this page does not hear of it before it saves.
  await page.route('**/task/span?**', (route) => route.abort())
  await byOwner(
    'update task set due_at = due_at + 1, starts_at = starts_at + 1, object_version_number = object_version_number + 1 where id = $1',
    [farm.taskId],
  )
  await save.click()
  await expect(panel.getByText(said.changed)).toBeVisible()
  expect((await times()).startsAt).toBe(farmAt('04-23 06:00') + 1)
  await page.unroute('**/task/span?**')
  await page.keyboard.press('Escape')
  await context.close()
})

test('who may not edit batches moves none, and a refusal stands beside what was moved', async ({ browser }) => {
  const said = words['en-US'].season
  const farm = await aSeason()
  const reader = await aPerson([farm.tenantId], ['wfpf.farm.farm.batch', 'wfpf.farm.farm.base'])
  const path = `/web/farm/batch?view=season&year=${YEAR}`
  const seen = await open(browser, reader, path, 'en-US', farm.areaId)
  // Nor does who may not read tasks see any.
  await expect(seen.page.getByRole('application')).toHaveAttribute('data-bars', '1')
  await seen.page.getByRole('application').focus()
  await seen.page.keyboard.press('ArrowRight')
  const shown = seen.page.getByRole('region', { name: 'Early rice' })
  await expect(shown.getByText(said.fixed)).toBeVisible()
  await expect(shown.getByRole('button', { name: said.save })).toHaveCount(0)
  await seen.context.close()

  const { page, context } = await open(browser, farm.name, path, 'en-US', farm.areaId)
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  const panel = page.getByRole('region', { name: 'Early rice' })
  await panel.getByRole('button', { name: said.weekAfter }).click()
  await page.route('**/batch/season?**', (route) => route.abort())
  await byOwner('update batch set object_version_number = object_version_number + 1 where id = $1', [farm.batchId])
  await panel.getByRole('button', { name: said.save }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await expect(panel.getByText('→')).toBeVisible()
  expect((await daysOf(farm.batchId)).starts).toBe(day(4, 1))
  await page.unroute('**/batch/season?**')
  // What was read anew is what is moved from then on.
  await page.reload()
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await panel.getByRole('button', { name: said.weekAfter }).click()
  await panel.getByRole('button', { name: said.save }).click()
  await expect(page.getByText(said.saved)).toBeVisible()
  expect((await daysOf(farm.batchId)).starts).toBe(day(4, 8))
  await context.close()
})
