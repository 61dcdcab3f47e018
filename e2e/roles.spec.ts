import { expect, test } from '@playwright/test'
import crudEn from '#locales/en-US/crud' with { type: 'json' }
import farmEn from '#locales/en-US/farm' with { type: 'json' }
import en from '#locales/en-US/organization' with { type: 'json' }
import crudZh from '#locales/zh-CN/crud' with { type: 'json' }
import farmZh from '#locales/zh-CN/farm' with { type: 'json' }
import zh from '#locales/zh-CN/organization' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { casesIn } from './languages.ts'
import { DESK, HAND, open } from './people.ts'

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

for (const [language, { role: words, user: users }, farm, crud, size] of casesIn('en-US', [
  ['zh-CN', zh, farmZh, crudZh],
  ['en-US', en, farmEn, crudEn],
] as const).flatMap((one) => [DESK, HAND].map((size) => [...one, size] as const)))
  test(`a role is made, given for one base, explained, and what it gains is on an open console within a second (${language}, ${size.width})`, async ({
    browser,
  }) => {
    const tenantId = await aTenant()
    await byOwner(`insert into area (tenant_id, area_name, area_center) values ($1, 'Other base', '113.3,22.9')`, [tenantId])
    const [admin, hand] = [await aPerson([tenantId]), await aPerson([tenantId], [])]
    await byOwner(`update app_user set real_name = 'Hand' where login_name = $1`, [hand])
    const { page, context } = await open(browser, admin, '/system/role', language)
    await page.setViewportSize(size)

    await page.getByRole('button', { name: words.add }).click()
    const asked = page.getByRole('dialog', { name: words.add })
    await asked.getByLabel(words.name).fill('Field hands')
    await asked.getByRole('button', { name: crud.save }).click()
    await expect(page.getByRole('heading', { name: 'Field hands' })).toBeVisible()

    const tick = (act: string) => page.getByRole('checkbox', { name: filled(words.cell, { page: farm.worker.title, act }), exact: true })
    const save = async () => {
      await page.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
    }
    await tick(words.view).check()
    await save()

    await page.getByRole('button', { name: words.give }).click()
    const giving = page.getByRole('dialog', { name: filled(words.giveTitle, { name: 'Field hands' }) })
    await giving.getByLabel(words.person).fill('Hand')
    await page.getByRole('option', { name: 'Hand' }).click()
    await expect(giving.getByRole('button', { name: crud.save })).toBeDisabled()
    await giving.getByRole('radio', { name: words.someBases }).check()
    await giving.getByRole('combobox', { name: words.whichBases }).click()
    await page.getByRole('option', { name: 'Own base' }).click()
    await page.keyboard.press('Escape')
    await giving.getByRole('button', { name: crud.save }).click()
    const holders = page.getByRole('region', { name: words.peopleTitle })
    await expect(holders.getByRole('listitem')).toContainText('Own base')
    await expect(holders.getByRole('listitem')).not.toContainText('Other base')

    const other = await open(browser, hand, '/web/farm/worker', language)
    await expect(other.page.getByRole('heading', { name: farm.worker.title, level: 1 })).toBeVisible()
    const addWorker = other.page.getByRole('button', { name: filled(crud.add, { one: farm.worker.one }) })
    await expect(addWorker).toHaveCount(0)

    await page.getByRole('button', { name: words.why.open }).click()
    const why = page.getByRole('dialog', { name: words.why.title })
    await why.getByLabel(words.why.person).fill('Hand')
    await page.getByRole('option', { name: 'Hand' }).click()
    const cell = (act: string, state: string) =>
      why.getByRole('button', { name: `${filled(words.cell, { page: farm.worker.title, act })}, ${state}`, exact: true })
    await cell(words.column.create, words.why.no).click()
    await expect(page.getByRole('note')).toContainText('Field hands')
    await expect(page.getByRole('note')).toContainText(filled(words.why.notGiven, { person: 'Hand', roles: '' }).slice(0, 8))
    await page.keyboard.press('Escape')
    await cell(words.view, words.why.yes).click()
    await expect(page.getByRole('note')).toContainText('Own base')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(why).toHaveCount(0)

    await tick(words.column.create).check()
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByRole('button', { name: words.save })).toHaveCount(0)
    await expect(addWorker.first()).toBeVisible({ timeout: 1000 })

    // The only administrator cannot give up being one.
    await byOwner(`update role set name = 'Everything' where tenant_id = $1 and '*' = any(codes)`, [tenantId])
    const roleId = (await byOwner<{ id: string }>(`select id from role where tenant_id = $1 and name = 'Everything'`, [tenantId]))[0]!.id
    await page.goto(`/system/role?role=${roleId}`)
    await page.getByRole('button', { name: filled(words.takeOne, { name: 'Lin' }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.take }).click()
    await expect(page.getByText(language === 'zh-CN' ? /没有人拥有全部权限/ : /Nobody would hold every right/)).toBeVisible()
    await expect(holders.getByRole('listitem')).toHaveCount(1)

    // Among the people the same is seen from the other side.
    await page.goto('/system/user-manage')
    await page.getByLabel(users.filter.search).fill('Hand')
    await page.getByRole('button', { name: crud.search }).click()
    await page.getByText('Hand', { exact: true }).click()
    const opened = page.getByRole('dialog', { name: 'Hand' })
    await expect(opened.getByRole('listitem').filter({ hasText: 'Field hands' })).toContainText('Own base')
    await opened.getByRole('button', { name: users.why }).click()
    await expect(page.getByRole('dialog', { name: words.why.title })).toContainText('Field hands')
    await other.context.close()
    await context.close()
  })
