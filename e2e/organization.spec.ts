import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enWords from '#locales/en-US/organization' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhWords from '#locales/zh-CN/organization' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { open } from './people.ts'

test.describe.configure({ timeout: 120_000 })

const words = {
  'zh-CN': {
    unit: zhWords.unit,
    corporation: zhWords.corporation,
    field: zhErrors.field,
    crud: zhCrud,
    errors: zhErrors.error.organization,
  },
  'en-US': {
    unit: enWords.unit,
    corporation: enWords.corporation,
    field: enErrors.field,
    crud: enCrud,
    errors: enErrors.error.organization,
  },
} as const
const PATH = '/system/organization'
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

for (const language of journeysIn('zh-CN')) {
  const { unit, crud, errors } = words[language]
  const tree = (page: Page) => page.getByRole('tree', { name: unit.tree })
  const line = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name}`) })
  const fill = async (page: Page, name: string) => {
    const form = page.getByRole('dialog')
    await form.getByLabel(unit.fields.name).fill(name)
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
  }

  test(`an enterprise is built by mouse and by keyboard alone, and the other console shows it within a second (${language})`, async ({
    browser,
  }) => {
    const tenant = await aTenant()
    const admin = await aPerson([tenant])
    const colleague = await aPerson([tenant])
    await byOwner(
      `update app_user set real_name = case login_name when $1 then 'Wu Min' else 'Zhao Lei' end where login_name in ($1, $2)`,
      [admin, colleague],
    )
    const { page, context } = await open(browser, admin, PATH, language)
    const other = await open(browser, colleague, PATH, language)
    await expect(line(other.page, 'Own base')).toBeVisible()

    // Under the enterprise a company is offered, and no department (ORG-01).
    await expect(line(page, 'Own base')).toHaveAttribute('aria-level', '2')
    await tree(page).getByRole('treeitem').first().click()
    await expect(page.getByRole('button', { name: unit.add.department })).toHaveCount(0)
    await page.getByRole('button', { name: unit.add.company }).click()
    await fill(page, 'Green fields')
    await expect(line(other.page, 'Green fields')).toBeVisible({ timeout: 1000 })

    // The base is drawn into the company.
    await line(page, 'Own base').dragTo(line(page, 'Green fields'))
    await expect(line(page, 'Own base')).toHaveAttribute('aria-level', '3')

    // A department under it, and a person who is cut and put there, by keys alone.
    await line(page, 'Own base').click()
    await page.getByRole('button', { name: unit.add.department }).click()
    await fill(page, 'Growing')
    await expect(line(page, 'Growing')).toHaveAttribute('aria-level', '4')
    await tree(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.type('wu')
    await page.keyboard.press('ControlOrMeta+x')
    await expect(page.getByRole('button', { name: unit.paste })).toBeDisabled()
    await page.keyboard.press('Home')
    // Nobody works directly under the enterprise (ORG-03): it takes nothing there.
    await expect(page.getByRole('button', { name: unit.paste })).toBeDisabled()
    await page.keyboard.type('grow')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(line(page, 'Wu Min')).toHaveAttribute('aria-level', '5')
    await expect
      .poll(() =>
        byOwner(
          `select u.name from membership m join org_unit u on u.id = m.unit_id join app_user p on p.id = m.user_id where p.login_name = $1`,
          [admin],
        ),
      )
      .toEqual([{ name: 'Growing' }])

    // The other one is led by whom the department is, and approvals would ask so.
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: unit.fields.leaderId }).fill('Zhao')
    await page.getByRole('option', { name: 'Zhao Lei' }).click()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    await line(page, 'Wu Min').click()
    const leaders = page.getByRole('region', { name: unit.line })
    await expect(leaders.getByRole('listitem')).toContainText('Zhao Lei')
    await expect(leaders.getByRole('listitem')).toContainText(unit.lineUnit.replace('{{unit}}', 'Growing'))

    // What is in use stays, with the reason.
    await line(page, 'Growing').click()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: unit.remove }).click()
    await expect(page.getByText(errors.hasStaff)).toBeVisible()
    await expect(line(page, 'Growing')).toBeVisible()

    // "Move to..." is the same without a mouse; what may not take it is not offered.
    await line(page, 'Growing').click()
    await page.getByRole('button', { name: unit.move }).click()
    await page.getByRole('combobox', { name: unit.fields.parentId }).click()
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.getByRole('option').click()
    await page.getByRole('button', { name: unit.moveHere }).click()
    await expect(line(page, 'Growing')).toHaveAttribute('aria-level', '3')
    await expect(line(other.page, 'Growing')).toHaveAttribute('aria-level', '3', { timeout: 1000 })

    // The search opens what it finds.
    await page.getByRole('button', { name: unit.collapseAll }).click()
    await expect(line(page, 'Wu Min')).toHaveCount(0)
    await page.getByLabel(unit.search).fill('wu m')
    await expect(line(page, 'Wu Min')).toBeVisible()
    await expect(line(page, 'Own base')).toHaveCount(0)
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    // In the hand nothing is wider than the screen.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(tree(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await Promise.all([context.close(), other.context.close()])
  })

  test(`an enterprise says who it is, and its domain greets whoever comes with its logo (${language})`, async ({ browser }) => {
    const { corporation: says } = words[language]
    const tenant = await aTenant()
    const { page, context } = await open(browser, await aPerson([tenant]), '/system/corporation', language)
    const domain = `e2e-${tenant}-${language.toLowerCase()}.furrow.example`
    const field = (name: keyof typeof says.fields) => page.getByLabel(says.fields[name], { exact: true })
    const save = page.getByRole('button', { name: crud.save })
    await expect(save).toBeDisabled()

    // A slip of the hand is said beside the input, and what else was typed stays.
    await field('englishName').fill('Furrow Farms')
    await field('creditCode').fill('91350100M000100Y44')
    await field('domain').fill('https://furrow.example/')
    await save.click()
    await expect(field('creditCode')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(words[language].field.domain)).toBeVisible()
    await expect(field('englishName')).toHaveValue('Furrow Farms')
    await field('creditCode').fill('91350100M000100Y43')
    await field('domain').fill(domain.toUpperCase())
    await field('loginTitle').fill('Fields of Lin')
    const logo = page.getByRole('group', { name: says.fields.loginLogo })
    await logo.getByTestId('pick').setInputFiles([{ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL }])
    await expect(logo.getByRole('img')).toBeVisible()
    await save.click()
    await expect(page.getByText(says.saved, { exact: true })).toBeVisible()
    await expect(field('domain')).toHaveValue(domain)
    await expect(save).toBeDisabled()

    // Whoever comes by the domain has no session.
    const greeting = async () =>
      (await (await context.request.get(`/wfpf/v1/0/tenant/domain?domainName=${domain}`)).json()) as Record<string, string | null>
    await expect.poll(async () => (await greeting())['loginTitle']).toBe('Fields of Lin')
    const picture = await context.request.get((await greeting())['loginLogo']!)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    expect((await violationsOf(page)).filter(isSerious)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(field('englishName')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await context.close()
  })
}
