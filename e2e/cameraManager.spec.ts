import { expect, test } from '@playwright/test'
import cameras from '#locales/en-US/cameras' with { type: 'json' }
import { addCamera } from './camera.ts'
import { open } from './people.ts'

// Nothing plays here: it needs no cores of its own, as the tests of cameras.spec.ts do.
test('the manager moves cameras to a plot of a base and deletes them, one and many', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/system/cameraManager', 'en-US')
  const mark = `Managed ${Date.now()}`
  for (const nth of [1, 2, 3]) await addCamera(page, `${mark} ${nth}`)
  await page.goto(`/system/cameraManager?name=${encodeURIComponent(mark)}&type=1&enter=5`)
  const row = (nth: number) => page.getByRole('row', { name: new RegExp(`${mark} ${nth}`) })
  for (const nth of [1, 2]) await row(nth).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: cameras.transfer.act }).click()
  const window = page.getByRole('dialog', { name: /Transfer 2 cameras/ })
  await window.getByRole('button', { name: cameras.transfer.act }).click()
  await expect(window.getByText(cameras.transfer.areaMissing)).toBeVisible()
  await expect(window.getByText(cameras.transfer.landMissing)).toBeVisible()
  await window.getByRole('combobox', { name: cameras.form.areaId }).click()
  await page.getByRole('option').first().click()
  await window.getByRole('combobox', { name: cameras.form.landId }).click()
  const land = page.getByRole('option').first()
  const plot = await land.innerText()
  await land.click()
  await window.getByRole('button', { name: cameras.transfer.act }).click()
  await expect(page.getByText(cameras.transfer.done, { exact: true })).toBeVisible()
  await expect(row(1)).toContainText(plot)
  await expect(row(2)).toContainText(plot)
  await expect(row(3)).not.toContainText(plot)

  await row(3).getByLabel(cameras.delete.act).click()
  await page.getByRole('dialog').getByRole('button', { name: cameras.delete.act }).click()
  await expect(row(3)).toHaveCount(0)
  for (const nth of [1, 2]) await row(nth).getByRole('checkbox').check()
  await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: cameras.delete.act }).click()
  await page.getByRole('dialog').getByRole('button', { name: cameras.delete.act }).click()
  await expect(page.getByText(cameras.delete.done, { exact: true }).first()).toBeVisible()
  await expect(row(1)).toHaveCount(0)
  await context.close()
})
