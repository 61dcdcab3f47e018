import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { journeysIn } from './languages.ts'
import { ask, go, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const entry = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
/** A task of the first base that goes on, led by nobody who signs in. */
async function aTask(page: Page, mark: string) {
  const { taskTypeId } = await ask(page, 'POST', '/wfpf/v1/1/task-type', { name: `e2e ${mark}` })
  const { workerId } = await ask(page, 'POST', '/wfpf/v1/1/worker', { name: `e2e ${mark}`, organizationId: 1 })
  const startsAt = Date.now()
  const task = { taskName: `Task ${mark}`, taskTypeId, areaId: 1, leaderId: workerId, startsAt, dueAt: startsAt + 3_600_000 }
  const { taskId } = await ask(page, 'POST', '/wfpf/v1/1/task', task)
  const act = async (verb: string) => {
    const { objectVersionNumber } = await ask(page, 'GET', `/wfpf/v1/1/task/${taskId as number}`)
    await ask(page, 'PUT', '/wfpf/v1/1/task/act', { taskId, objectVersionNumber, verb })
  }
  return { name: task.taskName, act }
}

for (const language of journeysIn('zh-CN'))
  test(`what somebody writes with a picture is in the diary, what others do comes by itself, and it is found, printed and taken along (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors } = words[language]
    const said = farm.log
    const mark = `${Date.now()} ${language}`
    const title = `Frost 100% ${mark}`
    const { page, context } = await open(browser, 'operator', '/web/farm/log', language, 1)
    await expect(page.getByRole('heading', { name: said.title, exact: true })).toBeVisible()

    // Without a title nothing is kept, and it is said beside the field.
    await page.getByRole('button', { name: said.add }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.onlySpaces).or(form.getByText(errors.field.required)).first()).toBeVisible()
    await form.getByLabel(new RegExp(`^${said.fields.logTitle}`)).fill(title)
    await form.getByLabel(new RegExp(`^${said.fields.description}`)).fill('Two rows\nat the fence')
    await form.getByRole('combobox', { name: new RegExp(`^${said.fields.logLevel}`) }).click()
    await page.getByRole('option', { name: said.choices.logLevel.warn }).click()
    await form.locator('input[type=file]').setInputFiles({ name: 'frost.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(form.getByRole('img').first()).toBeVisible()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    const own = entry(page, title)
    await expect(own).toContainText('Two rows')
    await expect(own).toContainText(said.level.warn)

    // Its picture opens large.
    const picture = said.picture.replace('{{nth}}', '1').replace('{{title}}', title)
    await own.getByRole('img', { name: picture }).click()
    await expect(page.getByRole('dialog', { name: title }).getByRole('img', { name: picture })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // A task that is finished elsewhere appears, and what somebody reads stays where it is.
    const boss = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    const task = await aTask(boss.page, mark)
    const older = (await page.getByRole('heading', { level: 3 }).nth(12).elementHandle())!
    await older.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const topOf = async () => Math.round((await older.boundingBox())!.y)
    const before = await topOf()
    await task.act('start')
    await task.act('finish')
    const finished = entry(page, task.name).filter({ hasText: farm.task.done.finish })
    await expect(finished).toHaveCount(1)
    await expect(entry(page, task.name).filter({ hasText: farm.task.done.start })).toHaveCount(1)
    expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(2)
    // It leads to the task's own page.
    await expect(finished.getByRole('link', { name: task.name })).toHaveAttribute('href', /\/web\/farm\/taskM?a?n?g?e?r?\?open=\d+$/)

    // Found by words that are taken literally; the filter stands in the address.
    await page.getByLabel(said.filter.search).fill(`100% ${mark}`)
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })).toHaveCount(1)
    await expect(page).toHaveURL(/search=/)
    await page.reload()
    await expect(own).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })).toHaveCount(1)

    // On paper: what it is narrowed by, and the picture.
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await page.getByRole('button', { name: said.print }).click()
    const paper = page.locator('.printed')
    await expect(paper).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    await expect(paper.getByRole('heading', { name: said.title })).toBeVisible()
    await expect(paper).toContainText(said.printed.narrowed.replace('{{label}}', said.filter.search).replace('{{value}}', `100% ${mark}`))
    await expect(paper.getByText(title, { exact: true })).toBeVisible()
    await expect(paper.locator('img')).toHaveCount(1)
    await expect(page.getByRole('search')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(paper).toHaveCount(0)

    // The same rows as a spreadsheet, for who may take them along.
    await expect(page.getByRole('button', { name: crud.export })).toHaveCount(0)
    await go(boss.page, `/web/farm/log?search=${encodeURIComponent(`100% ${mark}`)}`)
    await expect(entry(boss.page, title)).toBeVisible()
    const download = boss.page.waitForEvent('download')
    await boss.page.getByRole('button', { name: crud.export }).click()
    const rows = (await readSheet(await readFile(await (await download).path()))) as unknown as string[][]
    expect(rows.map((row) => row[2])).toEqual([said.columns.title, title])

    expect((await violationsOf(page)).filter(isSerious)).toEqual([])

    // What is mine I change and delete.
    await own.getByRole('button', { name: said.editOne.replace('{{title}}', title) }).click()
    await form.getByLabel(new RegExp(`^${said.fields.description}`)).fill('Three rows')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(own).toContainText('Three rows')
    await own.getByRole('button', { name: said.removeOne.replace('{{title}}', title) }).click()
    await page.getByRole('dialog').getByRole('button', { name: crud.delete, exact: true }).click()
    await expect(page.getByText(said.noneFound)).toBeVisible()
    await boss.context.close()
    await context.close()
  })

test('on a phone nothing hangs over the edge, and a viewer reads and writes nothing', async ({ browser }) => {
  const said = zhFarm.log
  const { page, context } = await open(browser, 'viewer', '/web/farm/log', 'zh-CN', 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: said.add })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /编辑“/ })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // Older days come as one reads on.
  const rows = page.getByRole('heading', { level: 3 })
  const first = await rows.count()
  await page.getByRole('button', { name: said.more }).scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(first)
  await context.close()
})
