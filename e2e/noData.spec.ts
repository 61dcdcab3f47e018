import { expect, test } from '@playwright/test'
import { ALARMS_PATH } from '#contract/alarms/pages'
import enAlarms from '#locales/en-US/alarms' with { type: 'json' }
import enDevices from '#locales/en-US/devices' with { type: 'json' }
import enFrame from '#locales/en-US/frame' with { type: 'json' }
import zhAlarms from '#locales/zh-CN/alarms' with { type: 'json' }
import zhDevices from '#locales/zh-CN/devices' with { type: 'json' }
import zhFrame from '#locales/zh-CN/frame' with { type: 'json' }
import { baseOf, placeDevices, speakAs } from './alarmFarm.ts'
import { aPerson, aTenant, byOwner } from './database.ts'
import { journeysIn } from './languages.ts'
import { open } from './people.ts'

test.describe.configure({ timeout: 120_000 })

const words = {
  'zh-CN': { alarms: zhAlarms, frame: zhFrame.alarm, oxygen: zhDevices.item.dissolvedOxygen },
  'en-US': { alarms: enAlarms, frame: enFrame.alarm, oxygen: enDevices.item.dissolvedOxygen },
} as const
/** Nothing is believed for longer than three of these. */
const PERIOD_MS = 1000
const RULE = 'Oxygen too low'
const BASE = 'Reed bay'

for (const language of journeysIn('en-US'))
  test(`${language}: in another base nothing is known, and then the oxygen is low: each is told in its own words, wherever somebody looks`, async ({
    browser,
  }) => {
    const { alarms, frame, oxygen } = words[language]
    const tenant = await aTenant()
    const [pond] = await placeDevices(tenant, { type: 'gateway_water', names: ['Pond 3'], codes: ['dissolvedOxygen'] })
    const [base] = await byOwner<{ id: string }>('insert into area (tenant_id, area_name) values ($1, $2) returning id', [tenant, BASE])
    const here = await baseOf(tenant)
    const there = Number(base!.id)
    await byOwner('update item set area_id = $2 where device_id = $1', [pond!.id, there])
    await byOwner('update device set area_id = $2, reporting_period = $3 where id = $1', [pond!.id, there, PERIOD_MS])
    const person = await aPerson([tenant])
    const { page: list, context } = await open(browser, person, ALARMS_PATH, language, here)
    await expect(list.getByText(alarms.none.open, { exact: true })).toBeVisible({ timeout: 30_000 })
    const wall = await context.newPage()
    await wall.setViewportSize({ width: 1920, height: 1080 })
    await wall.addInitScript((id) => sessionStorage.setItem('furrow.areaId', id), String(here))
    await wall.goto('/map')
    await expect(wall.locator('[data-alarms=none]')).toBeVisible({ timeout: 30_000 })
    const others = wall.getByRole('region', { name: frame.others })
    await expect(others).toHaveCount(0)

    const speaker = await speakAs(tenant, pond!)
    const say = (value: number) =>
      speaker.publishAsync(`furrow/${tenant}/${pond!.eui}/readings`, JSON.stringify({ dissolvedOxygen: value }), { qos: 1 })
    await say(7.8)
    await byOwner(
      `insert into alarm_rule (tenant_id, area_id, name, severity, advice, enabled_flag, logic) values ($1, $2, $3, 'critical', 'Start the aerators', 1, $4)`,
      [
        tenant,
        there,
        RULE,
        JSON.stringify({
          scope: { types: null, deviceIds: null, landIds: null },
          when: { kind: 'compare', code: 'dissolvedOxygen', is: 'below', limit: 3, margin: 0, than: null },
          holdSeconds: 0,
          clear: null,
          clearSeconds: 0,
          noData: 'raise',
          during: null,
        }),
      ],
    )

    // Nothing for three periods: nobody says that it is too low.
    const noData = alarms.noData.of.replace('{{of}}', oxygen)
    const bell = (count: number) =>
      list.getByRole('banner').getByRole('button', { name: frame.button.replace('{{count}}', String(count)), exact: true })
    await expect(bell(1)).toBeVisible({ timeout: 20_000 })
    await expect(others).toContainText(BASE)
    await expect(others).toContainText(noData)
    await expect(wall.getByText(RULE)).toHaveCount(0)
    await bell(1).click()
    await list
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(BASE) })
      .click()
    await expect(list).toHaveURL(new RegExp(ALARMS_PATH))
    const silence = list.getByRole('row').filter({ hasText: noData })
    await expect(silence).toContainText(alarms.noData.last.replace('{{time}}', ''))
    await expect(silence).not.toContainText('7.8')
    await silence.getByText(noData).click()
    await list.getByRole('button', { name: alarms.act.acknowledge, exact: true }).first().click()
    await expect(bell(0)).toBeVisible({ timeout: 20_000 })

    // And now it is too low: what was acknowledged says nothing of that.
    const speaking = setInterval(() => void say(0.5).catch(() => undefined), PERIOD_MS / 2)
    try {
      await expect(bell(1)).toBeVisible({ timeout: 20_000 })
      await expect(others).toContainText(RULE)
      await list.goto(ALARMS_PATH)
      const rows = list.getByRole('row').filter({ hasText: 'Pond 3' })
      await expect(rows.first()).toContainText(RULE, { timeout: 20_000 })
      await expect(rows.first()).toContainText('0.5 mg/L')
      await wall
        .getByRole('region', { name: frame.others })
        .getByRole('button', { name: new RegExp(BASE) })
        .click()
      await expect(wall.locator('[data-alarms=critical]')).toContainText('0.5 mg/L', { timeout: 20_000 })
      await expect
        .poll(
          async () =>
            (
              await byOwner<{ what: string }>(
                `select content_key || ' ' || coalesce(params ->> 'value', '') as what from user_message where tenant_id = $1 order by id`,
                [tenant],
              )
            ).map(({ what }) => what.trim()),
          { timeout: 30_000 },
        )
        .toEqual(['notices:alarm.content.noData', 'notices:alarm.content.below 0.5 mg/L'])
    } finally {
      clearInterval(speaking)
    }
    await speaker.endAsync(true)
    await context.close()
  })
