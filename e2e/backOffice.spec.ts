import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enNews from '#locales/en-US/news' with { type: 'json' }
import enNotices from '#locales/en-US/notices' with { type: 'json' }
import enWords from '#locales/en-US/organization' with { type: 'json' }
import enSession from '#locales/en-US/session' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhNews from '#locales/zh-CN/news' with { type: 'json' }
import zhNotices from '#locales/zh-CN/notices' with { type: 'json' }
import zhWords from '#locales/zh-CN/organization' with { type: 'json' }
import zhSession from '#locales/zh-CN/session' with { type: 'json' }
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

test.describe.configure({ timeout: 240_000 })

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, news: zhNews, notices: zhNotices, session: zhSession, ...zhWords },
  'en-US': { crud: enCrud, farm: enFarm, news: enNews, notices: enNotices, session: enSession, ...enWords },
} as const
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** A picture as a browser draws it. */
async function drawn(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 800 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#2f7d32'
    pen.fillRect(0, 0, 1200, 800)
    return canvas.toDataURL('image/jpeg')
  })
  return { name: 'field.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}

for (const language of journeysIn('en-US'))
  test(`an administrator builds a company of two bases, lets somebody in, says why a button is missing, and tells a notice and an article (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, news, notices, session, unit, role, user, newsRule } = words[language]
    const tenantId = await aTenant()
    await byOwner(`insert into area (tenant_id, area_name, area_center) values ($1, 'North base', '113.3,22.9')`, [tenantId])
    const { page, context } = await open(browser, await aPerson([tenantId]), '/system/organization', language)

    // The company, and its two bases in it.
    const tree = page.getByRole('tree', { name: unit.tree })
    const line = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })
    await tree.getByRole('treeitem').first().click()
    await page.getByRole('button', { name: unit.add.company }).click()
    await page.getByRole('dialog').getByLabel(unit.fields.name).fill('Green fields')
    await page.getByRole('dialog').getByRole('button', { name: crud.save }).click()
    for (const base of ['Own base', 'North base']) {
      await line(base).dragTo(line('Green fields'))
      await expect(line(base)).toHaveAttribute('aria-level', '3')
    }

    // A role that reads the workers, and somebody who has it in one of them.
    await page.goto('/system/role')
    await page.getByRole('button', { name: role.add }).click()
    const asked = page.getByRole('dialog', { name: role.add })
    await asked.getByLabel(role.name).fill('Field hands')
    await asked.getByRole('button', { name: crud.save }).click()
    await page.getByRole('checkbox', { name: filled(role.cell, { page: farm.worker.title, act: role.view }), exact: true }).check()
    await page.getByRole('button', { name: role.save }).click()
    await expect(page.getByText(role.saved)).toBeVisible()

    await page.goto('/system/user-manage')
    const loginName = `e2e-hand-${language}-${Date.now()}`
    await page.getByRole('button', { name: user.act.add }).click()
    const form = page.getByRole('dialog', { name: user.act.add })
    await form.getByRole('textbox', { name: user.form.realName, exact: true }).fill('Mei Hand')
    await form.getByLabel(user.form.loginName).fill(loginName)
    await form.getByLabel(user.form.addRole).click()
    await page.getByRole('option', { name: 'Field hands' }).click()
    // For the company, with the bases that stand below it now and will.
    await form.getByRole('radio', { name: role.someBases }).check()
    await form.getByRole('combobox', { name: role.whichCompanies }).click()
    await page.getByRole('option', { name: 'Green fields' }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: crud.save }).click()
    const sent = page.getByRole('dialog', { name: user.sent.title })
    const link = await sent.getByLabel(user.sent.link, { exact: true }).inputValue()
    await sent.getByRole('button', { name: user.sent.done }).click()

    const theirs = await browser.newContext()
    await theirs.addInitScript((kept) => {
      localStorage.setItem('furrow.language', kept)
      localStorage.setItem('furrow.notice', 'false')
    }, language)
    const they = await theirs.newPage()
    await they.goto(link)
    await they.getByLabel(session.entry.password, { exact: true }).fill('Field2026')
    await they.getByLabel(session.entry.again, { exact: true }).fill('Field2026')
    await they.getByRole('button', { name: session.entry.submit }).click()
    await they.getByLabel(/^(用户名|User name)/).fill(loginName)
    await they.getByLabel(session.login.password, { exact: true }).fill('Field2026')
    await they.getByRole('button', { name: session.login.submit, exact: true }).click()
    await they.waitForURL((url) => url.pathname !== '/login')
    await they.goto('/web/farm/worker')
    await expect(they.getByRole('heading', { name: farm.worker.title, level: 1 })).toBeVisible()
    await expect(they.getByRole('button', { name: filled(crud.add, { one: farm.worker.one }) })).toHaveCount(0)

    // Why that button is missing.
    await page.getByRole('gridcell', { name: 'Mei Hand' }).click()
    await page.getByRole('dialog', { name: 'Mei Hand' }).getByRole('button', { name: user.why }).click()
    const why = page.getByRole('dialog', { name: role.why.title })
    const missing = filled(role.cell, { page: farm.worker.title, act: role.column.create })
    await why.getByRole('button', { name: `${missing}, ${role.why.no}`, exact: true }).click()
    await expect(page.getByRole('note')).toContainText('Field hands')

    // A notice to everybody.
    await page.goto('/system/notice-manger')
    await page.getByRole('button', { name: notices.manage.add }).click()
    const notice = page.getByRole('dialog', { name: notices.manage.add })
    await notice.getByLabel(new RegExp(`^${notices.manage.fields.title}`)).fill('Boots on Monday')
    await notice.getByRole('textbox', { name: notices.manage.fields.body }).fill('It will rain')
    await notice.getByRole('button', { name: notices.manage.publish, exact: true }).click()
    await page
      .getByRole('dialog', { name: /Boots on Monday/ })
      .getByRole('button', { name: notices.manage.publish, exact: true })
      .click()
    await expect(notice).toHaveCount(0)
    await they.getByRole('button', { name: /^(消息，1 条未读|Messages, 1 unread)$/ }).click()
    const centre = they.getByRole('dialog', { name: /^(消息中心|Notice centre)/ })
    await centre.getByRole('button', { name: new RegExp(`^${notices.view}`) }).click()
    await expect(centre.getByRole('article')).toContainText('It will rain')
    await they.keyboard.press('Escape')

    // An article with a picture, once the news is for everybody.
    await page.goto('/system/corporation')
    await page.getByRole('switch', { name: newsRule.publish }).click()
    await expect(page.getByRole('switch', { name: newsRule.publish })).toBeChecked()
    await expect(page.getByRole('link', { name: newsRule.open })).toBeVisible()
    await ask(page, 'POST', `/wfpf/v1/${tenantId}/consult/category`, { categoryName: 'Season' })
    await page.goto('/system/article')
    await page.getByRole('button', { name: crud.add, exact: true }).first().click()
    const article = page.getByRole('dialog')
    const said = news.article
    await article.getByLabel(new RegExp(`^${said.fields.title}`)).fill('Spring has come')
    const text = article.getByRole('textbox', { name: said.fields.content })
    await text.click()
    await page.keyboard.type('The first shoots are here. ')
    const chooser = page.waitForEvent('filechooser')
    await article.getByRole('button', { name: crud.richText.picture }).click()
    await (await chooser).setFiles(await drawn(page))
    await expect(text.locator('img')).toHaveCount(1)
    await article.getByRole('checkbox', { name: said.choices.valueTypes[2] }).check()
    await article.getByRole('button', { name: crud.save }).click()
    await expect(article).toHaveCount(0)

    // The user has it on the home page, the public on the page of the news.
    await they.goto('/home')
    await expect(they.getByText('Spring has come').first()).toBeVisible()
    const stranger = await (await browser.newContext({ locale: language, javaScriptEnabled: false })).newPage()
    await stranger.goto(`/information?tenantId=${tenantId}&category=0`)
    await stranger
      .getByRole('link', { name: /Spring has come/ })
      .first()
      .click()
    await expect(stranger.getByText('The first shoots are here.')).toBeVisible()
    const picture = stranger.locator('article img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100)).toBe(true)
    await stranger.context().close()
    await theirs.close()
    await context.close()
  })
