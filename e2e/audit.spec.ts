import { expect, test } from '@playwright/test'
import crudEn from '#locales/en-US/crud' with { type: 'json' }
import en from '#locales/en-US/organization' with { type: 'json' }
import crudZh from '#locales/zh-CN/crud' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import frameZh from '#locales/zh-CN/frame' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { casesIn } from './languages.ts'
import { ask, DESK, HAND, open } from './people.ts'

/** No page changes a role yet: it is changed as one will, in the administrator's name. */
const changeRole = (tenantId: number, person: string) =>
  byOwner(
    `update role set codes = '{wfpf.farm.farm.land,wfpf.company.config.crop.ps.create}'
     from (select set_config('furrow.user', id::text, true) from app_user where login_name = $1) as who where role.tenant_id = $2 and role.name = 'Keeper'`,
    [person, tenantId],
  )

for (const [language, { audit, crop }, crud, land] of casesIn('zh-CN', [
  ['zh-CN', zh, crudZh, '地块管理'],
  ['en-US', en, crudEn, 'Plots'],
] as const))
  test(`an administrator reads who changed a role, and what it was before (${language})`, async ({ browser }) => {
    const tenantId = await aTenant()
    const person = await aPerson([tenantId])
    await byOwner(`insert into role (tenant_id, name, codes) values ($1, 'Keeper', '{wfpf.farm.farm.land}')`, [tenantId])
    await changeRole(tenantId, person)
    const { page, context } = await open(browser, person, '/system/audit', language)
    await ask(page, 'POST', `/wfpf/v1/${tenantId}/crop`, { cropName: 'Lychee', cropKind: 'fruit' })
    const row = page.getByRole('row', { name: /Keeper/ })
    const opened = page.getByRole('dialog', { name: /Keeper/ })
    for (const size of [DESK, HAND]) {
      await page.setViewportSize(size)
      await row.click()
      await expect(opened).toContainText('Lin')
      const change = opened.getByRole('listitem')
      await expect(change).toContainText(audit.field.codes)
      await expect(change).toContainText(`${crop.title} › ${audit.may.create}`)
      await expect(change).not.toContainText(land)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
    for (const [size, kind] of [
      [HAND, 'user'],
      [DESK, 'role'],
    ] as const) {
      await page.setViewportSize(size)
      if (size === HAND) await page.getByRole('button', { name: crud.expand }).click()
      await page.getByLabel(audit.filter.kind).click()
      await page.getByRole('option', { name: audit.kind[kind], exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`kind=${kind}`))
    }
    await expect(row).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: crud.export }).click()
    expect((await download).suggestedFilename()).toBe(`${audit.title}.xlsx`)
    await context.close()
  })

test('who only reads the farm has no such page', async ({ browser }) => {
  const person = await aPerson([await aTenant()], ['wfpf.farm.*'])
  const { page, context } = await open(browser, person, '/system/audit')
  await expect(page.getByText(frameZh.empty.pageNoPower)).toBeVisible()
  await expect(page.getByText(zh.audit.lead)).toHaveCount(0)
  await context.close()
})
