import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, farmDay, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Chooses in a list that is searched as one types. */
async function choose(page: Page, label: string, choice: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(choice)
  await page.getByRole('option', { name: choice }).first().click()
}
/** Types a moment, digits alone, into the parts of a picker. */
async function typeMoment(page: Page, label: string, digits: string) {
  await page
    .getByRole('dialog')
    .getByRole('group', { name: new RegExp(`^${label}`) })
    .getByRole('spinbutton')
    .first()
    .click()
  await page.keyboard.type(digits)
}

for (const language of journeysIn('en-US'))
  test(`a task is given on one console and is on its leader's page at once, who ticks its steps and finishes it with a photograph; it is sent back and accepted (${language})`, async ({
    browser,
  }) => {
    const { crud, farm, errors } = words[language]
    const said = farm.task
    const mark = `${Date.now()} ${language}`
    const name = `Weed ${mark}`
    const manager = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    const { page } = manager
    const { taskTypeId } = await ask(page, 'POST', '/wfpf/v1/1/task-type', { name: `e2e ${mark}` })
    expect(taskTypeId).toEqual(expect.any(Number))
    // The operator works as a worker of the base, on a phone.
    const hand = await open(browser, 'operator', '/web/farm/task', language, 1)
    await hand.page.setViewportSize({ width: 390, height: 844 })
    await expect(hand.page.getByRole('heading', { name: said.mine.title })).toBeVisible()
    await expect(hand.page.getByText(name)).toHaveCount(0)

    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.taskName}`)).fill(name)
    await choose(page, said.fields.taskTypeId, `e2e ${mark}`)
    await choose(page, said.fields.leaderId, '陈水生')
    await typeMoment(page, said.fields.startsAt, '202603010600')
    await typeMoment(page, said.fields.dueAt, '202603010600')
    await form.getByLabel(said.fields.steps).fill('Open the gate\nClose the gate')
    await form.getByLabel(said.fields.proofFlag).check()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form.getByText(errors.field.noTime)).toBeVisible()
    await typeMoment(page, said.fields.dueAt, '202603011800')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    // Live: nobody reloads.
    const card = hand.page.getByRole('button', { name: new RegExp(name) })
    await expect(card).toBeVisible()
    await expect(card.getByText(said.choices.lateness.overdue)).toBeVisible()
    await card.click()
    const panel = hand.page.getByRole('dialog', { name })
    const tick = async (step: string) => {
      await panel.getByRole('checkbox', { name: step }).click()
      await expect(panel.getByRole('checkbox', { name: step })).toBeChecked()
    }
    const act = (verb: keyof typeof said.verb) => panel.getByRole('button', { name: said.verb[verb], exact: true })
    const asked = (verb: keyof typeof said.ask, on = hand.page) =>
      on.getByRole('dialog', { name: said.ask[verb].replace('{{name}}', name) })
    await expect(act('cancel')).toHaveCount(0)
    await act('start').click()
    await asked('start').getByRole('button', { name: said.verb.start, exact: true }).click()
    await expect(act('finish')).toBeVisible()
    await tick('Open the gate')
    await act('finish').click()
    await asked('finish').getByRole('button', { name: said.verb.finish, exact: true }).click()
    await expect(asked('finish').getByText(errors.field.required)).toBeVisible()
    await asked('finish').locator('input[type=file]').setInputFiles({ name: 'rows.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(asked('finish').getByRole('img')).toHaveCount(1)
    await asked('finish').getByRole('button', { name: said.verb.finish, exact: true }).click()
    const task: { readonly steps: string; readonly steps_one?: string } = errors.error.task
    await expect(asked('finish').getByText((task.steps_one ?? task.steps).replace('{{count}}', '1'))).toBeVisible()
    await asked('finish').getByRole('button', { name: crud.cancel }).click()
    await tick('Close the gate')
    await act('finish').click()
    await asked('finish').locator('input[type=file]').setInputFiles({ name: 'rows.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(asked('finish').getByRole('img')).toHaveCount(1)
    await asked('finish').getByLabel(said.note).fill('all rows')
    await asked('finish').getByRole('button', { name: said.verb.finish, exact: true }).click()
    await expect(panel.getByText(said.choices.taskState.finished)).toBeVisible()

    // On the manager's console it is finished already: sent back with a reason, finished again, accepted.
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText(said.choices.taskState.finished)).toBeVisible()
    await row.click()
    const seen = page.getByRole('dialog', { name })
    await expect(seen.getByText('all rows')).toBeVisible()
    await seen.getByRole('button', { name: said.verb.reject, exact: true }).click()
    await asked('reject', page).getByRole('button', { name: said.verb.reject, exact: true }).click()
    await expect(asked('reject', page).getByText(errors.field.required)).toBeVisible()
    await asked('reject', page).getByLabel(said.reason).fill('the last row')
    await asked('reject', page).getByRole('button', { name: said.verb.reject, exact: true }).click()
    await expect(panel.getByText(said.because.replace('{{reason}}', 'the last row'))).toBeVisible()
    await act('finish').click()
    await asked('finish').locator('input[type=file]').setInputFiles({ name: 'rows.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(asked('finish').getByRole('img')).toHaveCount(1)
    await asked('finish').getByRole('button', { name: said.verb.finish, exact: true }).click()
    await seen.getByRole('button', { name: said.verb.adopt, exact: true }).click()
    await asked('adopt', page).getByRole('button', { name: said.verb.adopt, exact: true }).click()
    await expect(panel.getByText(said.choices.taskState.accepted)).toBeVisible()
    await manager.context.close()
    await hand.context.close()
  })

for (const language of journeysIn('en-US'))
  test(`a task is repeated on some days of the week; the list has those to come, and ending it takes them away (${language})`, async ({
    browser,
  }) => {
    const { crud, farm } = words[language]
    const said = farm.task
    const mark = `${Date.now()} ${language}`
    const name = `Feed ${mark}`
    const { page, context } = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    await ask(page, 'POST', '/wfpf/v1/1/task-type', { name: `e2e repeat ${mark}` })
    await page.getByRole('button', { name: crud.add, exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(new RegExp(`^${said.fields.taskName}`)).fill(name)
    await choose(page, said.fields.taskTypeId, `e2e repeat ${mark}`)
    const today = farmDay(Date.now()).replaceAll('-', '')
    await typeMoment(page, said.fields.startsAt, `${today}0000`)
    await typeMoment(page, said.fields.dueAt, `${today}0600`)
    await form.getByRole('combobox', { name: new RegExp(`^${said.fields.repeatRule}`) }).click()
    await page.getByRole('option', { name: said.repeat.weekly, exact: true }).click()
    for (const day of ['MO', 'TH'] as const) await form.getByRole('button', { name: said.repeat.weekday[day], exact: true }).click()
    const days = [said.repeat.weekday.MO, said.repeat.weekday.TH].join(said.repeat.and)
    const sentence = said.repeat.weeksOn.replace('{{count}}', '1').replace('{{days}}', days)
    await expect(form.getByText(sentence)).toBeVisible()
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)

    const count = async () => (await ask(page, 'GET', `/wfpf/v1/1/task?taskName=${encodeURIComponent(name)}&size=0`)).totalElements
    // 60 days hold 8 or 9 of each weekday.
    expect(await count()).toBeGreaterThanOrEqual(17)
    await page.goto(`/web/farm/taskManger?search=${encodeURIComponent(name)}`)
    await page.getByRole('row').filter({ hasText: name }).first().click()
    const panel = page.getByRole('dialog', { name })
    await panel.getByRole('button', { name: said.repeat.end, exact: true }).click()
    const asked = page.getByRole('dialog', { name: said.repeat.endAsk })
    await asked.getByRole('button', { name: said.repeat.end, exact: true }).click()
    await expect(panel.getByText(said.repeat.ended.replace('{{what}}', sentence)).first()).toBeVisible()
    expect(await count()).toBeLessThanOrEqual(2)
    await context.close()
  })

for (const language of journeysIn('en-US'))
  test(`a task is drawn to another column of the board, and stands on its days in the calendar (${language})`, async ({ browser }) => {
    const { farm } = words[language]
    const said = farm.task
    const mark = `${Date.now()} ${language}`
    const { page, context } = await open(browser, 'admin', '/web/farm/taskManger', language, 1)
    const { taskTypeId } = await ask(page, 'POST', '/wfpf/v1/1/task-type', { name: `e2e board ${mark}` })
    // On a day on which nothing else was to be done, whatever was tried before; long ago, so that its card is the first of its column.
    const startsAt = Date.UTC(2001, 0, 1 + (Date.now() % 6000), 6)
    const body = { taskName: `Board ${mark}`, taskTypeId, areaId: 1, startsAt, dueAt: startsAt + 3_600_000 }
    await ask(page, 'POST', '/wfpf/v1/1/task', body)
    await page.getByRole('button', { name: said.view.board }).click()
    const column = (state: keyof typeof said.choices.taskState) =>
      page.getByRole('region', { name: said.choices.taskState[state], exact: true })
    const card = column('unassigned').getByRole('button', { name: new RegExp(body.taskName) })
    await card.dragTo(column('notStarted'))
    const asked = page.getByRole('dialog', { name: said.ask.assign.replace('{{name}}', body.taskName) })
    await choose(page, said.fields.leaderId, '陈水生')
    await asked.getByRole('button', { name: said.verb.assign, exact: true }).click()
    await expect(column('notStarted').getByRole('button', { name: new RegExp(body.taskName) })).toBeVisible()
    await expect(card).toHaveCount(0)

    await page.getByRole('button', { name: said.view.calendar }).click()
    await page.goto(`/web/farm/taskManger?view=calendar&month=${farmDay(startsAt).slice(0, 7)}`)
    const bar = page.getByRole('listitem').getByRole('button', { name: body.taskName })
    await expect(bar).toHaveCount(1)
    await bar.click()
    await expect(page.getByRole('dialog', { name: body.taskName }).getByText(said.choices.taskState.notStarted)).toBeVisible()
    await context.close()
  })
