import { expect, type Page, test } from '@playwright/test'
import mqtt from 'mqtt'
import { newClient } from 'sparkplug-client'
import { devicePath } from '#contract/devices/pages'
import { demoDevices } from '#demo/farm'
import chinese from '#locales/zh-CN/devices' with { type: 'json' }
import english from '#locales/en-US/devices' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { casesIn } from './languages.ts'
import { DESK, HAND, MQTT_PORT, open } from './people.ts'

const PICTURES = process.env.FURROW_PICTURES
const shoot = async (page: Page, name: string) => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}
const node = demoDevices.find(({ eui }) => eui === 'demo-lorawan-gateway-1')!
const cases = [
  ['zh-CN', chinese.foreign],
  ['en-US', english.foreign],
] as const

for (const [language, w] of casesIn('zh-CN', cases))
  test(`a device of ChirpStack gets its token and a mapping that was tried on a message, which is how it is read then (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const path = `${devicePath('lorawan-gateway', node.id)}?part=protocol`
    const { page, context } = await open(browser, 'admin', path, language)
    const main = page.getByRole('main')
    const save = main.getByRole('button', { name: w.save, exact: true })
    await expect(save).toBeDisabled()
    await main.getByRole('combobox', { name: w.protocol }).click()
    await page.getByRole('option', { name: w.protocols.chirpstack }).click()

    // An item that is read from bytes; a fault is told beside its row, and what is faulty cannot be tried.
    await main.getByRole('button', { name: w.addItem }).click()
    const row = main
      .getByRole('group')
      .filter({ has: page.getByLabel(w.code) })
      .last()
    await page.setViewportSize(HAND)
    await row.getByRole('combobox', { name: w.from, exact: true }).click()
    await page.getByRole('option', { name: w.fromBytes }).click()
    const attempt = main.getByRole('button', { name: w.try, exact: true })
    await expect(row.getByRole('alert')).toBeVisible()
    await expect(attempt).toBeDisabled()
    const code = `level${language === 'zh-CN' ? 1 : 2}`
    await row.getByLabel(w.code).fill(code)
    await row.getByLabel(w.factor).fill('0.5')
    await expect(row.getByRole('alert')).toBeHidden()
    await main.getByRole('textbox', { name: w.sample, exact: true }).fill('{"fPort": 1, "data": "AGQ=", "time": "yesterday"}')
    await attempt.click()
    const result = main.getByRole('status', { name: w.result })
    await expect(result.getByRole('alert')).toContainText('yesterday')
    await main.getByRole('textbox', { name: w.sample, exact: true }).fill('{"fPort": 1, "data": "AGQ="}')
    await attempt.click()
    await expect(result.getByText(`${code} = 50`)).toBeVisible()
    await shoot(page, `foreign-${language}`)
    const counts = ['label-content-name-mismatch', 'aria-required-children']
    for (const size of [HAND, DESK]) {
      await page.setViewportSize(size)
      const violations = await violationsOf(page)
      expect(violations.filter((one) => isSerious(one) || counts.includes(one.id))).toEqual([])
    }

    // What was changed after it was tried must be tried again.
    await row.getByLabel(w.factor).fill('0.25')
    await expect(save).toBeDisabled()
    await attempt.click()
    await expect(result.getByText(`${code} = 25`)).toBeVisible()
    await save.click()
    await expect(main.getByText(w.isKept)).toBeVisible()

    await page.setViewportSize(HAND)
    const token = main.getByText(/^[A-Za-z0-9]{24}$/)
    const make = main.getByRole('button', { name: w.make, exact: true })
    const renew = main.getByRole('button', { name: w.renew, exact: true })
    await expect(make.or(renew)).toBeVisible()
    // A second try finds the one that the first one made.
    if (await make.isVisible()) {
      await make.click()
      await expect(token).toBeVisible()
    }
    const earlier = (await token.isVisible()) ? await token.innerText() : ''
    await page.setViewportSize(DESK)
    await renew.click()
    await page.getByRole('dialog').getByRole('button', { name: w.renew, exact: true }).click()
    await expect(token).not.toHaveText(earlier)
    await expect(token).toBeVisible()
    await shoot(page, `foreign-token-${language}`)
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, { username: await token.innerText(), protocolVersion: 4 })
    const topic = `application/17c82e96-be03-4f38-aef3-f83d48582d97/device/${node.eui}/event/up`
    await client.publishAsync(topic, '{"fPort":1,"data":"AGQ="}', { qos: 1 })
    await client.endAsync()
    await main.getByRole('tab').first().click()
    await expect(main.getByRole('tabpanel').getByText('25', { exact: true }).first()).toBeVisible()
    await context.close()
  })

/** Says one message as a device of the protocol does: the published client of Sparkplug, plain MQTT for ThingsBoard. */
const speaks = {
  thingsboard: async (token: string) => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, { username: token, password: '', protocolVersion: 4 })
    await client.publishAsync('v1/devices/me/telemetry', '{"Level": 100}', { qos: 1 })
    await client.endAsync()
  },
  sparkplug: (token: string) =>
    new Promise<void>((born, failed) => {
      const edge = newClient({
        serverUrl: `mqtt://127.0.0.1:${MQTT_PORT}`,
        username: token,
        password: '',
        groupId: 'Farm',
        edgeNode: 'Edge',
        clientId: 'e2e-edge',
      })
      edge.on('error', failed)
      edge.on('birth', () => {
        edge.publishNodeBirth({ timestamp: Date.now(), metrics: [{ name: 'Level', type: 'Double', value: 100 }] })
        // It goes before the goodbye, on the same connection.
        edge.stop()
        born()
      })
    }),
}
const others = [
  [
    'thingsboard',
    'zh-CN',
    'demo-gateway-4',
    { width: 390, height: 844 },
    '{"Level": 100, "relay": true}',
    { params: ['false', 'true'], called: 'setRelay true' },
  ],
  [
    'sparkplug',
    'en-US',
    'demo-gateway-5',
    { width: 1440, height: 900 },
    '{"metrics": [{"name": "Level", "type": "Double", "value": 100}, {"name": "relay", "type": "Boolean", "value": true}]}',
    { params: ['false', 'true'], called: 'setRelay true' },
  ],
] as const
for (const [protocol, language, eui, viewport, sample, { params, called }] of others)
  test(`a device of ${protocol} gets its token and a mapping of values and circuits, tried on a message, and is heard by them (${language})`, async ({
    browser,
  }, { retry, repeatEachIndex }) => {
    test.setTimeout(120_000)
    const w = { 'zh-CN': chinese, 'en-US': english }[language].foreign
    const device = demoDevices.find((one) => one.eui === eui)!
    const path = `${devicePath('acquisition-control', device.id)}?part=protocol`
    const { page, context } = await open(browser, 'admin', path, language)
    await page.setViewportSize(viewport)
    const main = page.getByRole('main')
    await main.getByRole('combobox', { name: w.protocol }).click()
    await page.getByRole('option', { name: w.protocols[protocol] }).click()
    // A second try finds what the first one saved.
    await main.getByRole('button', { name: w.addItem }).click()
    for (const group of (
      await main
        .getByRole('group')
        .filter({ has: page.getByRole('button', { name: w.remove }) })
        .all()
    ).toReversed())
      await group.getByRole('button', { name: w.remove }).click()
    await main.getByRole('button', { name: w.addItem }).click()
    const item = main
      .getByRole('group')
      .filter({ has: page.getByLabel(w.code) })
      .last()
    await item.getByLabel(protocol === 'sparkplug' ? w.metric : w.key, { exact: true }).fill('Level')
    await item.getByLabel(w.code).fill(`${protocol}Level`)
    await item.getByLabel(w.factor).fill('0.25')
    // What is saved already cannot be saved.
    await item.getByLabel(w.unit).fill(`m${retry}${repeatEachIndex}`)
    await main.getByRole('button', { name: w.addCircuit }).click()
    const circuit = main
      .getByRole('group')
      .filter({ has: page.getByLabel(w.stateKey) })
      .last()
    await circuit.getByLabel(protocol === 'sparkplug' ? w.writes : w.method, { exact: true }).fill('setRelay')
    await circuit.getByLabel(w.stateKey).fill('relay')
    for (const status of [0, 1] as const) {
      await circuit.getByLabel(w[`told${status}`]).fill(params[status])
      await circuit.getByLabel(w[`shows${status}`]).fill(params[status])
    }
    await main.getByRole('textbox', { name: w.sample, exact: true }).fill(sample)
    await main.getByRole('button', { name: w.try, exact: true }).click()
    const result = main.getByRole('status', { name: w.result })
    await expect(result.getByText(`${protocol}Level = 25`)).toBeVisible()
    await expect(result.getByText(w.state.replace('{{circuit}}', '1').replace('{{status}}', w.on), { exact: true })).toBeVisible()
    await expect(result.getByText(called)).toBeVisible()
    await shoot(page, `foreign-${protocol}`)
    const violations = await violationsOf(page)
    expect(violations.filter(isSerious)).toEqual([])
    await main.getByRole('button', { name: w.save, exact: true }).click()
    await expect(main.getByText(w.isKept)).toBeVisible()
    const renew = main.getByRole('button', { name: w.renew, exact: true })
    const make = main.getByRole('button', { name: w.make, exact: true }).or(renew)
    await expect(make).toBeVisible()
    const hasOne = await renew.isVisible()
    await make.click()
    if (hasOne) await page.getByRole('dialog').getByRole('button', { name: w.renew, exact: true }).click()
    const token = main.getByText(/^[A-Za-z0-9]{24}$/)
    await expect(token).toBeVisible()
    await speaks[protocol](await token.innerText())
    await page.goto(`${devicePath('acquisition-control', device.id)}?items=all`)
    await expect(main.getByRole('tabpanel').getByText('25', { exact: true }).first()).toBeVisible()
    await context.close()
  })
