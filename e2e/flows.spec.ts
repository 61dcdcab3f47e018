import { type Browser, expect, type Page, test } from '@playwright/test'
import { devicePath } from '#contract/devices/pages'
import { NEXT_TIMES } from '#contract/flows/flow'
import { FLOWS_PATH } from '#contract/flows/pages'
import { TRIAL_DAYS } from '#contract/watch/trial'
import { demoDevices } from '#demo/farm'
import enAlarms from '#locales/en-US/alarms' with { type: 'json' }
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enDevices from '#locales/en-US/devices' with { type: 'json' }
import enFlows from '#locales/en-US/flows' with { type: 'json' }
import zhAlarms from '#locales/zh-CN/alarms' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhDevices from '#locales/zh-CN/devices' with { type: 'json' }
import zhFlows from '#locales/zh-CN/flows' with { type: 'json' }
import { placeDevices, speakAs } from './alarmFarm.ts'
import { aPerson, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { ask, deviceOption, open, openControl, switchRow } from './people.ts'

test.describe.configure({ timeout: 180_000, mode: 'serial' })

const words = {
  'zh-CN': { flows: zhFlows, alarms: zhAlarms, crud: zhCrud, devices: zhDevices, colon: '：' },
  'en-US': { flows: enFlows, alarms: enAlarms, crud: enCrud, devices: enDevices, colon: ': ' },
} as const
type Language = keyof typeof words
type Says = (typeof words)[Language]

/** A gateway of the simulated farm, in a tenant whose devices no other file's tests look at. */
const TENANT = 2
const device = demoDevices.find(({ tenantId, switches }) => tenantId === TENANT && switches.some(({ load }) => load === 'irrigation'))!
const valve = device.switches.find(({ load }) => load === 'irrigation')!
const WAIT_SECONDS = 600
const filled = (text: string, facts: Record<string, string | number>) =>
  text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(facts[name]))

/** Somebody who works on that farm and may do everything there. */
async function aWorker(browser: Browser, path: string, language: Language = 'zh-CN') {
  return open(browser, await aPerson([TENANT]), path, language)
}
/** An aerator of the same base, whose pump runs and does what it is told. */
async function anAerator() {
  // One of a try that failed half-way.
  await byOwner(`delete from device where tenant_id = $1 and name like '增氧 %'`, [TENANT])
  const [aerator] = await placeDevices(TENANT, { type: 'aerator_ii', names: [`增氧 ${Date.now()}`], codes: [] })
  const { id } = aerator!
  await byOwner(
    `insert into switch (tenant_id, area_id, device_id, circuit, kind, status, status_at)
     select tenant_id, area_id, id, 1, 'aerator', 0, 1 from device where id = $1`,
    [id],
  )
  const client = await speakAs(TENANT, aerator!)
  const says = (status: number) => client.publishAsync(`furrow/${TENANT}/${aerator!.eui}/state`, JSON.stringify({ 1: status }), { qos: 1 })
  client.on('message', (_topic, payload) => {
    const { status } = JSON.parse(payload.toString()) as { status: number }
    // What is under way as the test ends is of no account.
    says(status).catch(() => undefined)
  })
  await client.subscribeAsync(`furrow/${TENANT}/${aerator!.eui}/commands/+`, { qos: 1 })
  await says(1)
  const runs = async () => (await byOwner<{ status: number }>('select status from switch where device_id = $1', [id]))[0]!.status === 1
  await expect.poll(runs).toBe(true)
  return {
    runs,
    async remove() {
      await client.endAsync(true)
      await byOwner('delete from device where id = $1', [id])
    },
  }
}
const lift = (page: Page) => ask(page, 'PUT', `/wfpe/v1/${TENANT}/device/emergency-stop/${device.areaId}/lift`, {})
const banner = (page: Page) => page.locator('[data-emergency-banner] section')
/** What stands in the list of what happened in the run on this page, of one kind of entry. */
const happened = (page: Page, { flows }: Says) => page.getByRole('region', { name: flows.run.steps, exact: true }).getByRole('listitem')

/** These words on the page that is looked at; pages in other tabs of the console stay behind it. */
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()

async function addStep(page: Page, says: Says, number: number, kind: keyof Says['flows']['editor']['step']): Promise<void> {
  await page.getByRole('button', { name: filled(says.flows.editor.addAt, { number }), exact: true }).click()
  await page.getByRole('menuitem', { name: says.flows.editor.step[kind] }).first().click()
}

/** From the list to a blank flow that opens the valve and waits, kept; `timed`: also started every morning. */
async function writeFlow(page: Page, says: Says, name: string, timed: boolean): Promise<void> {
  const { editor, begin, flow } = says.flows
  await page.getByRole('button', { name: flow.act.new, exact: true }).click()
  await page.getByRole('button', { name: `${begin.take}${says.colon}${begin.blank}`, exact: true }).click()
  await page.getByLabel(editor.name).fill(name)
  if (timed) {
    await page.getByRole('button', { name: editor.addTrigger, exact: true }).click()
    await page.getByRole('menuitem', { name: editor.trigger.time }).click()
    const next = page.getByRole('region', { name: new RegExp(`^${editor.nextTimes.title.split(/[（(]/)[0]!.trim()}`) })
    await expect(next.getByRole('listitem')).toHaveCount(NEXT_TIMES)
  }
  await addStep(page, says, 1, 'command')
  const panel = page.getByRole('region', { name: editor.step.command, exact: true })
  await panel.getByRole('combobox', { name: editor.target.device, exact: true }).click()
  await deviceOption(page, device.name).click()
  await panel.getByRole('combobox', { name: editor.target.switch, exact: true }).click()
  await page.getByRole('option', { name: valve.name, exact: true }).click()
  await expect(panel.getByRole('status')).toContainText(valve.name)
  await addStep(page, says, 2, 'wait')
  const wait = page.getByRole('region', { name: editor.step.wait, exact: true })
  await expect(wait.getByLabel(editor.wait)).toHaveValue(String(WAIT_SECONDS / 60))
}

async function save(page: Page, says: Says): Promise<void> {
  await page.getByRole('button', { name: says.crud.save, exact: true }).click()
  await page.waitForURL(/\/flow\/\d+$/)
}

/** Enables the flow of this page and runs it: the page of the run is shown then. Answers its address. */
async function runNow(page: Page, says: Says): Promise<string> {
  const { run } = says.flows.flow.act
  await page.getByRole('button', { name: run, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: run, exact: true }).click()
  await page.waitForURL(/\/run\/\d+$/)
  return new URL(page.url()).pathname
}

test.afterEach(async ({ browser }) => {
  const { page, context } = await aWorker(browser, FLOWS_PATH)
  await lift(page)
  await context.close()
})

for (const language of journeysIn('en-US'))
  test(`${language}: a flow is written, tried on the past, enabled and run; the emergency stop ends it, closes the valve and stands everywhere until it is lifted`, async ({
    browser,
  }) => {
    const says = words[language]
    const { flows, devices } = says
    const aerator = await anAerator()
    const { page, context } = await aWorker(browser, '/web/farm/home', language)
    await page.getByRole('button', { name: flows.title, exact: true }).click()
    await page.getByRole('link', { name: flows.title, exact: true }).click()
    const name = `${language === 'zh-CN' ? '浇水' : 'Water'} ${Date.now()}`
    await writeFlow(page, says, name, true)
    await save(page, says)

    const trial = page.getByRole('region', { name: says.alarms.trial.title })
    await trial.getByRole('button', { name: filled(says.alarms.trial.start_other, { count: TRIAL_DAYS }) }).click()
    const lane = flows.editor.trial.lane.wanted
    const counted = filled(flows.editor.trial.laneCount, { name: lane, ran: TRIAL_DAYS, not: 0 })
    await expect(trial.getByRole('tab', { name: counted })).toBeVisible({ timeout: 60_000 })
    await expect(trial.getByRole('region', { name: lane, exact: true }).locator('tbody tr').first()).toContainText(valve.name)

    await page.getByRole('switch', { name: flows.editor.on }).click()
    await expect(page.getByRole('switch', { name: flows.editor.on })).toBeChecked()
    // What the device itself says, beside it.
    const deviceTab = await context.newPage()
    await deviceTab.goto(devicePath('gateway', device.id))
    await openControl(deviceTab)
    const row = switchRow(deviceTab, valve.name)
    const stated = (status: 0 | 1) => row.getByText(devices.status.ordinary[status], { exact: true }).first()
    const run = await runNow(page, says)
    const said = filled(flows.run.trace.told, { device: device.name, switch: valve.name, status: '' }).trim()
    const told = happened(page, says).filter({ hasText: said })
    await expect(
      happened(page, says)
        .filter({ hasText: flows.run.trace.askedRun.split('{{')[0]! })
        .filter({ hasNotText: said }),
    ).toContainText(valve.name)
    await expect(told).toContainText(devices.commandState.observed, { timeout: 30_000 })
    await expect(happened(page, says).filter({ hasText: flows.run.trace.waits.split('{{')[0]! })).toBeVisible()
    await expect(stated(1)).toBeVisible()

    const other = await aWorker(browser, '/web/farm/home', language)
    const wall = await other.context.newPage()
    await wall.goto('/map')
    await expect(wall.locator('[data-map-ready=true]')).toBeVisible({ timeout: 30_000 })
    await expect(banner(wall)).toHaveCount(0)
    await page.locator('[data-emergency-button]').click()
    await page.getByRole('dialog').getByRole('button', { name: devices.emergency.ask.press.yes, exact: true }).click()
    for (const each of [page, deviceTab, other.page, wall]) await expect(banner(each)).toBeVisible()
    await expect(shown(page, filled(flows.reasonOf.failed, { why: flows.reason.emergencyStop }))).toBeVisible()
    await expect(stated(0)).toBeVisible()
    await expect(banner(other.page)).toContainText(devices.emergency.allStopped)
    await page.reload()
    for (const path of [FLOWS_PATH, '/web/farm/map', '/web/equipment/gateway']) {
      await other.page.goto(path)
      await expect(banner(other.page)).toBeVisible()
    }

    // Fish die without them: aerators go on until somebody presses once more, and are asked for by their own words.
    const goOn = devices.emergency.aeratorsGoOn
    await expect(banner(wall)).toContainText(goOn)
    expect(await aerator.runs()).toBe(true)
    await banner(page).getByRole('button', { name: devices.emergency.stopAerators, exact: true }).click()
    const asks = page.getByRole('dialog')
    await expect(asks).toContainText(devices.emergency.ask.aerators.text)
    await asks.getByRole('button', { name: devices.emergency.ask.aerators.yes, exact: true }).click()
    for (const each of [page, other.page, wall]) await expect(banner(each)).not.toContainText(goOn)
    await expect.poll(aerator.runs).toBe(false)

    // What is started meanwhile does not run, and says why.
    await page.goto(FLOWS_PATH)
    await page.getByRole('gridcell', { name: new RegExp(`^${name}`) }).click()
    const second = await runNow(page, says)
    expect(second).not.toBe(run)
    await expect(shown(page, filled(flows.reasonOf.skipped, { why: flows.reason.emergencyStop }))).toBeVisible()
    await expect(shown(page, flows.run.noSteps)).toBeVisible()

    await banner(page).getByRole('button', { name: devices.emergency.lift, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: devices.emergency.ask.lift.yes, exact: true }).click()
    for (const each of [page, deviceTab, other.page, wall]) await expect(banner(each)).toHaveCount(0)
    await expect(stated(0)).toBeVisible()
    await context.close()
    await other.context.close()
    await aerator.remove()
  })

test('in English a flow without triggers is run by hand and ended by hand', async ({ browser }) => {
  const says = words['en-US']
  const { flows, devices } = says
  const { page, context } = await aWorker(browser, FLOWS_PATH, 'en-US')
  await writeFlow(page, says, `Water ${Date.now()}`, false)
  await save(page, says)
  await page.getByRole('switch', { name: flows.editor.on }).click()
  await expect(page.getByRole('switch', { name: flows.editor.on })).toBeChecked()
  await runNow(page, says)
  await expect(happened(page, says).filter({ hasText: devices.commandState.observed })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: flows.run.stop, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: flows.run.stop, exact: true }).click()
  await expect(shown(page, filled(flows.reasonOf.failed, { why: flows.reason.stopped }))).toBeVisible()
  await expect(happened(page, says).filter({ hasText: flows.run.trace.safe })).toBeVisible()
  await context.close()
})
