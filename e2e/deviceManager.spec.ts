import { expect, test } from '@playwright/test'
import { aPerson, aTenant, byOwner } from './database.ts'
import { ask, open } from './people.ts'

test('two devices of the list of all are moved to another base at once, and are found there and no more where they were', async ({
  browser,
}) => {
  const tenant = await aTenant()
  const [from] = await byOwner<{ id: string }>('select id from area where tenant_id = $1', [tenant])
  await byOwner(
    `insert into area (tenant_id, area_name, area_num, area_center) values ($1, 'Other base', 'other-base', '113.34,22.96') returning id`,
    [tenant],
  )
  const { page, context } = await open(browser, await aPerson([tenant]), '/system/deviceManager')
  for (const [name, deviceType] of [
    ['北泵房', 'gateway'],
    ['南墒情', 'soil'],
    ['留下的', 'gateway'],
  ])
    await ask(page, 'POST', `/wfpe/v1/${tenant}/device/gateway`, {
      name,
      eui: `${name === '北泵房' ? 'a' : name === '南墒情' ? 'b' : 'c'}-${tenant}`,
      deviceType,
      areaId: Number(from!.id),
    })
  await page.reload()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  for (const name of ['北泵房', '南墒情']) {
    await expect(row(name)).toContainText('Own base')
    await row(name).getByRole('checkbox').click()
  }
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '移动' }).click()
  const dialog = page.getByRole('dialog', { name: '移动 2 台设备' })
  await dialog.getByRole('combobox', { name: '基地' }).click()
  await page.getByRole('option', { name: 'Other base' }).click()
  await dialog.getByRole('button', { name: '移动' }).click()
  for (const name of ['北泵房', '南墒情']) await expect(row(name)).toContainText('Other base')
  await page.locator('search').getByRole('combobox', { name: '基地' }).click()
  await page.getByRole('option', { name: 'Own base' }).click()
  await expect(row('留下的')).toBeVisible()
  await expect(row('北泵房')).toHaveCount(0)
  await context.close()
})
