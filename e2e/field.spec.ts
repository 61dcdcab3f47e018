import { writeFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import enField from '#locales/en-US/field' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import zhField from '#locales/zh-CN/field' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, field: zhField },
  'en-US': { crud: enCrud, farm: enFarm, field: enField },
} as const
type Says = (typeof words)[keyof typeof words]

const DAY = 86_400_000
interface Row {
  readonly [field: string]: unknown
}
const asked = (page: Page, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  ask(page, method, `/wfpf/v1/1${path}`, body) as Promise<Row & { readonly content: readonly Row[] }>

/** A task of the operator's own worker, begun where that is said. */
async function give(page: Page, taskName: string, taskTypeId: unknown, given: object = {}) {
  const { content } = await asked(page, 'GET', '/worker?search=陈水生')
  const { workerId, organizationId } = content[0]!
  const now = Date.now()
  const body = { taskName, taskTypeId, areaId: organizationId, leaderId: workerId, startsAt: now - DAY, dueAt: now + DAY, ...given }
  return (await asked(page, 'POST', '/task', body)) as unknown as Row & { taskId: number }
}
const picture = (red: number) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: { r: red, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer()

const phone = async (browser: Browser, path: string, language: 'zh-CN' | 'en-US') => {
  const hand = await open(browser, 'operator', path, language, 1)
  await hand.page.setViewportSize({ width: 390, height: 844 })
  return hand
}
/** Opens a task and does something with it in its window. */
async function act(
  page: Page,
  { farm: { task: said } }: Says,
  name: string,
  verb: 'start' | 'finish' | 'report',
  fill?: (window: ReturnType<Page['getByRole']>) => Promise<unknown>,
) {
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('button', { name: said.verb[verb], exact: true }).click()
  const window = page.getByRole('dialog', { name: said.ask[verb].replace('{{name}}', name) })
  await fill?.(window)
  await window.getByRole('button', { name: said.verb[verb], exact: true }).click()
  await expect(window).toHaveCount(0)
}

for (const language of journeysIn('en-US'))
  test(`a morning without network: three tasks are finished with photographs, and something is told of one; later all of it is there once (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const says = words[language]
    const { farm, field, crud } = says
    const mark = `${Date.now()} ${language.slice(0, 2)}`
    const { page } = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    const { taskTypeId } = await asked(page, 'POST', '/task-type', { name: `e2e ${mark}` })
    const names = ['A', 'B', 'C'].map((letter) => `${letter} ${mark}`)
    const tasks = await Promise.all(names.map((name) => give(page, name, taskTypeId, { proofFlag: 1, steps: ['Look'] })))
    const files = await Promise.all(
      names.map(async (_, at) => {
        const file = test.info().outputPath(`${at}.jpg`)
        await writeFile(file, await picture(40 * at))
        return file
      }),
    )

    const hand = await phone(browser, '/web/farm/task', language)
    const row = (name: string) => hand.page.getByRole('button', { name: new RegExp(name) })
    for (const name of names) await expect(row(name)).toBeVisible()
    await expect(hand.page.getByText(field.taken.split('{{')[0]!)).toBeVisible()
    // The list of what waits is fetched ahead, a few seconds after the page.
    await hand.page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/Waiting-')))
    await hand.context.setOffline(true)

    for (const [at, name] of names.entries()) {
      await row(name).click()
      const panel = hand.page.getByRole('dialog', { name })
      await act(hand.page, says, name, 'start')
      await panel.getByRole('checkbox', { name: 'Look' }).click()
      await expect(panel.getByRole('checkbox', { name: 'Look' })).toBeChecked()
      if (at === 0) await act(hand.page, says, name, 'report', (window) => window.getByLabel(farm.task.note).fill('Dry soil'))
      await act(hand.page, says, name, 'finish', async (window) => {
        await window.getByTestId('pick').setInputFiles([files[at]!])
        await expect(window.getByRole('img')).toBeVisible()
      })
      await panel.getByRole('button', { name: crud.close }).click()
      await expect(row(name).getByText(field.pending)).toBeVisible()
    }
    await expect(hand.page.getByText(field.asOf.split('{{')[0]!)).toBeVisible()
    const button = hand.page.getByRole('button', { name: field.queue.open_other.replace('{{count}}', '10') })
    await button.click()
    const list = hand.page.getByRole('dialog', { name: field.queue.title })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    await hand.page.screenshot({ path: test.info().outputPath('queue.png') })
    await list.getByRole('button', { name: crud.close }).click()
    // Nothing has arrived.
    expect((await asked(page, 'GET', `/task/${tasks[0]!.taskId}`))['taskState']).toBe('notStarted')

    await hand.context.setOffline(false)
    for (const { taskId } of tasks)
      await expect.poll(async () => (await asked(page, 'GET', `/task/${taskId}`))['taskState'], { timeout: 60_000 }).toBe('finished')
    await expect(button).toHaveCount(0)
    for (const [at, { taskId }] of tasks.entries()) {
      const { content } = await asked(page, 'GET', `/task/${taskId}/event?size=50`)
      expect(content.map(({ what }) => what)).toEqual(at === 0 ? ['finish', 'report', 'start'] : ['finish', 'start'])
      expect((content[0]!['pictures'] as string[]).length).toBe(1)
      expect(content[0]!['pictures']).not.toEqual([expect.stringContaining('/hfle/v1/0/')])
    }
    await hand.context.close()
    await page.context().close()
  })

for (const language of journeysIn('en-US'))
  test(`an office and a phone without network change the same record: what both wrote is shown with who wrote it, and settled by hand (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const { farm, field, crud } = words[language]
    const said = farm.activity
    const mark = `${Date.now()} ${language.slice(0, 2)}`
    const { page } = await open(browser, 'admin', '/web/farm/activity', language, 1)
    const { content } = await asked(page, 'GET', '/land?size=1&landName=')
    const { landId, areaId } = content[0]!
    const given = {
      activityName: `Walk ${mark}`,
      activityKind: 'observe',
      areaId,
      landId,
      doneAt: Date.now() - 60_000,
      remark: 'Dry',
      machine: 'Tractor',
    }
    const made = await asked(page, 'POST', '/activity', given)
    const path = `/activity/${String(made['activityId'])}`

    const hand = await open(browser, 'admin', `/web/farm/activity?edit=${String(made['activityId'])}`, language, 1)
    await hand.page.setViewportSize({ width: 390, height: 844 })
    const form = hand.page.getByRole('dialog')
    await expect(form.getByLabel(said.fields.remark)).toHaveValue('Dry')
    await hand.page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/Waiting-')))
    await hand.context.setOffline(true)
    await form.getByLabel(said.fields.remark).fill('Muddy')
    await form.getByLabel(said.fields.machine).fill('Drone')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    await expect(hand.page.getByText(field.kept)).toBeVisible()
    await expect(hand.page.getByText(`${field.edit} Walk ${mark}`)).toBeVisible()

    const newest = await asked(page, 'GET', path)
    await asked(page, 'PUT', '/activity', { ...newest, remark: 'Wet' })
    await hand.context.setOffline(false)
    const button = hand.page.getByRole('button', { name: field.queue.openTrouble_one.replace('{{count}}', '1') })
    await button.click({ timeout: 60_000 })
    // What nobody else had changed is written.
    expect(await asked(page, 'GET', path)).toMatchObject({ remark: 'Wet', machine: 'Drone' })
    const list = hand.page.getByRole('dialog', { name: field.queue.title })
    const group = list.getByRole('group', { name: said.fields.remark })
    await expect(group.getByRole('radio', { name: new RegExp(`${field.queue.mine}.*Muddy`, 's') })).toBeVisible()
    await expect(group.getByRole('radio', { name: /Wet/ })).toBeVisible()
    await expect(list.getByRole('button', { name: field.queue.settle })).toBeDisabled()
    await group.getByRole('radio', { name: /Muddy/ }).check()
    await hand.page.screenshot({ path: test.info().outputPath('conflict.png') })
    await list.getByRole('button', { name: field.queue.settle }).click()
    await expect(list.getByRole('listitem')).toHaveCount(0)
    await expect.poll(async () => (await asked(page, 'GET', path))['remark'], { timeout: 30_000 }).toBe('Muddy')
    await list.getByRole('button', { name: crud.close }).click()
    await expect(button).toHaveCount(0)
    await hand.context.close()
    await page.context().close()
  })

for (const language of journeysIn('en-US'))
  test(`what the office cancelled meanwhile is not done: it is said who did, and what was seen there goes into the log with its picture (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const says = words[language]
    const { farm, field, crud } = says
    const name = `Late ${Date.now()} ${language.slice(0, 2)}`
    const { page } = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    const { taskTypeId } = await asked(page, 'POST', '/task-type', { name: `e2e ${name}` })
    const { taskId } = await give(page, name, taskTypeId)
    const file = test.info().outputPath('seen.jpg')
    await writeFile(file, await picture(90))

    const hand = await phone(browser, '/web/farm/task', language)
    const row = hand.page.getByRole('button', { name: new RegExp(name) })
    await expect(row).toBeVisible()
    await expect(hand.page.getByText(field.taken.split('{{')[0]!)).toBeVisible()
    await hand.page.waitForFunction(() => performance.getEntriesByType('resource').some((one) => one.name.includes('/Waiting-')))
    await hand.context.setOffline(true)
    await row.click()
    await act(hand.page, says, name, 'start')
    await act(hand.page, says, name, 'report', async (window) => {
      await window.getByLabel(farm.task.note).fill('The pump leaks')
      await window.getByTestId('pick').setInputFiles([file])
      await expect(window.getByRole('img')).toBeVisible()
    })
    await hand.page.getByRole('dialog', { name }).getByRole('button', { name: crud.close }).click()
    const { objectVersionNumber } = await asked(page, 'GET', `/task/${taskId}`)
    await asked(page, 'PUT', '/task/act', { taskId, objectVersionNumber, verb: 'cancel', reason: 'Rain' })

    await hand.context.setOffline(false)
    const button = hand.page.getByRole('button', { name: field.queue.openTrouble_one.replace('{{count}}', '1') })
    await button.click({ timeout: 60_000 })
    const list = hand.page.getByRole('dialog', { name: field.queue.title })
    const first = list.getByRole('listitem').first()
    await expect(first).toContainText(farm.task.choices.taskState.cancelled)
    await expect(first).toContainText('梁志远')
    await hand.page.screenshot({ path: test.info().outputPath('refused.png') })
    // It was never begun: that is given up. What was seen is told all the same.
    await first.getByRole('button', { name: field.queue.drop }).click()
    await hand.page.getByRole('dialog').last().getByRole('button', { name: field.queue.drop }).click()
    await list.getByRole('button', { name: field.queue.toLog }).click({ timeout: 60_000 })
    await expect(list.getByRole('listitem')).toHaveCount(0, { timeout: 60_000 })
    const told = await asked(page, 'GET', `/log?source=note&search=${encodeURIComponent('The pump leaks')}&size=1`)
    expect(told.content).toMatchObject([{ pictures: [expect.stringMatching(/^\/hfle\/v1\/1\//)] }])
    await hand.context.close()
    await page.context().close()
  })
