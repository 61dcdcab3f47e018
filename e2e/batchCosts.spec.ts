import { expect, type Page, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enErrors from '#locales/en-US/errors' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhErrors from '#locales/zh-CN/errors' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { journeysIn } from './languages.ts'
import { ask, open } from './people.ts'

const words = {
  'zh-CN': { crud: zhCrud, farm: zhFarm, errors: zhErrors },
  'en-US': { crud: enCrud, farm: enFarm, errors: enErrors },
} as const
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A day of the calendar as the browser, which is where the farm is, says it. */
const dayOf = (page: Page, at: number) => page.evaluate((moment) => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10), at)

/** A batch that began ten days ago, on a plot of its own. */
async function aBatch(page: Page, name: string, land: object) {
  const { landId } = await ask(page, 'POST', '/wfpf/v1/1/land', { landName: `Plot ${name}`, areaId: 1, landMeasure: '10', ...land })
  const { cropId } = await ask(page, 'POST', '/wfpf/v1/1/crop', { cropName: `Crop ${name}` })
  const { varietyId } = await ask(page, 'POST', '/wfpf/v1/1/variety', { name: `Variety ${name}`, cropId })
  const began = Date.now() - 10 * DAY
  const startsOn = await dayOf(page, began)
  const made = await ask(page, 'POST', '/wfpf/v1/1/batch', { batchName: name, areaId: 1, landId, varietyId, startsOn })
  await ask(page, 'PUT', '/wfpf/v1/1/batch/act', { batchId: made['batchId'], objectVersionNumber: 1, verb: 'begin', at: began })
  return { landId, varietyId, batchId: made['batchId'] as number, startsOn }
}

for (const language of journeysIn('en-US')) {
  const { crud, farm, errors } = words[language]

  test(`a batch says what it cost and what nobody knows of that, to who may see it (${language})`, async ({ browser }) => {
    const said = farm.batchCost
    const { page, context } = await open(browser, 'admin', '/web/farm/worker', language, 1)
    const mark = `${language} ${Date.now()}`
    const { batchId, landId, varietyId, startsOn } = await aBatch(page, `Costs ${mark}`, { landType: 'field' })
    const { workerId } = await ask(page, 'POST', '/wfpf/v1/1/worker', { name: `Worker ${mark}`, organizationId: 1 })
    const units = await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=0')
    const { unitId } = (units['content'] as { unitId: number }[])[0]!
    const goods = { productType: 'agricultural', category: 'fertilizer', stockUnitId: unitId }
    const known = await ask(page, 'POST', '/wfpf/v1/1/product', { ...goods, name: `Known ${mark}`, costPrice: '2.50' })
    const unknown = await ask(page, 'POST', '/wfpf/v1/1/product', { ...goods, name: `Unknown ${mark}` })
    const materials = [known, unknown].map(({ productId }) => ({ productId, quantity: '4', issueId: null }))
    await ask(page, 'POST', '/wfpf/v1/1/activity', {
      activityName: `Work ${mark}`,
      activityKind: 'fertilise',
      areaId: 1,
      landId,
      batchId,
      doneAt: Date.now() - DAY,
      materials,
      workers: [{ workerId, hours: '2' }],
    })

    const panel = page.getByRole('dialog')
    const figure = (name: string) => panel.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')
    await page.goto(`/web/farm/batch?open=${batchId}`)
    await expect(figure(said.total)).toHaveText(said.atLeast.replace('{{amount}}', '¥10.00'))
    await expect(panel.getByText(said.incomplete)).toBeVisible()
    await expect(panel.getByText(said.noPrice)).toBeVisible()
    await expect(panel.getByText(said.noRate)).toBeVisible()
    await expect(figure(said.labour)).toHaveText(said.unknown)
    await expect(figure(said.perKg)).toHaveText(said.noKg)

    // The rate of an hour, from the day on which the batch began.
    await page.goto(`/web/farm/worker?open=${workerId}`)
    await panel.getByRole('button', { name: farm.workerRate.add }).click()
    const form = page.getByRole('dialog', { name: farm.workerRate.add })
    await form
      .getByRole('group', { name: new RegExp(`^${farm.workerRate.fields.validFrom}`) })
      .getByRole('spinbutton')
      .first()
      .click()
    await page.keyboard.type(startsOn.replaceAll('-', ''))
    await form.getByLabel(new RegExp(`^${farm.workerRate.fields.hourly}`)).fill('20.5')
    await form.getByRole('button', { name: crud.save }).click()
    await expect(form).toHaveCount(0)
    await expect(panel.getByText(farm.workerRate.row.replace('{{day}}', startsOn).replace('{{amount}}', '¥20.50'))).toBeVisible()

    await page.goto(`/web/farm/batch?open=${batchId}`)
    await expect(figure(said.labour)).toHaveText('¥41.00')
    await panel.getByRole('button', { name: said.add }).click()
    const cost = page.getByRole('dialog', { name: said.add })
    await cost.getByLabel(new RegExp(`^${said.fields.what}`)).fill(`Diesel ${mark}`)
    await cost.getByLabel(new RegExp(`^${said.fields.amount}`)).fill('0')
    await cost.getByRole('button', { name: crud.save }).click()
    await expect(cost.locator('.Mui-error').first()).toBeVisible()
    await cost.getByLabel(new RegExp(`^${said.fields.amount}`)).fill('49')
    await cost.getByRole('button', { name: crud.save }).click()
    await expect(cost).toHaveCount(0)
    await expect(panel.getByText(`Diesel ${mark} · ¥49.00`)).toBeVisible()
    await expect(figure(said.total)).toHaveText(said.atLeast.replace('{{amount}}', '¥100.00'))
    await expect(figure(said.perMu)).toHaveText(said.atLeast.replace('{{amount}}', '¥10.00'))

    // What follows its own crop is said on the plot.
    await ask(page, 'POST', '/wfpf/v1/1/batch', {
      batchName: `Next ${mark}`,
      areaId: 1,
      landId,
      varietyId,
      startsOn: await dayOf(page, Date.now() + 90 * DAY),
    })
    const { objectVersionNumber } = await ask(page, 'GET', `/wfpf/v1/1/batch/${batchId}`)
    await ask(page, 'PUT', '/wfpf/v1/1/batch/act', { batchId, objectVersionNumber, verb: 'close' })
    await page.goto(`/web/farm/land?open=${landId}`)
    await expect(panel.getByText(farm.rotation.follows.replace('{{crop}}', `Crop Costs ${mark}`))).toBeVisible()

    // What has ended shows what it cost, and offers nothing that would be refused.
    await page.goto(`/web/farm/batch?open=${batchId}`)
    await expect(figure(said.total)).toHaveText(said.atLeast.replace('{{amount}}', '¥100.00'))
    for (const name of [crud.edit, crud.delete, said.add]) await expect(panel.getByRole('button', { name, exact: true })).toHaveCount(0)
    await context.close()

    const other = await open(browser, 'viewer', `/web/farm/batch?open=${batchId}`, language, 1)
    await expect(other.page.getByRole('dialog').getByText(farm.harvest.title)).toBeVisible()
    await expect(other.page.getByText(said.title, { exact: true })).toHaveCount(0)
    await other.page.goto(`/web/farm/worker?open=${workerId}`)
    await expect(other.page.getByRole('dialog').getByText(`Worker ${mark}`).first()).toBeVisible()
    await expect(other.page.getByText(farm.workerRate.title)).toHaveCount(0)
    const status = await other.page.evaluate(async (id) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('furrow.accessToken')}` }
      return (await fetch(`/wfpf/v1/1/batch/cost?batchId=${id}`, { headers })).status
    }, batchId)
    expect(status).toBe(403)
    await other.context.close()
  })

  test(`fish are counted and weighed, never fewer than none, and feed becomes weight (${language})`, async ({ browser }) => {
    const said = farm.herd
    const { page, context } = await open(browser, 'admin', '/web/farm/batch', language, 1)
    const mark = `${language} ${Date.now()}`
    const { batchId, landId, startsOn } = await aBatch(page, `Fish ${mark}`, { landType: 'nurture', nurtureKind: 'pond' })
    const units = await ask(page, 'GET', '/wfpf/v1/1/measure-unit?size=0')
    const kg = (units['content'] as { unitId: number; dimension: string; numerator: number; denominator: number }[]).find(
      ({ dimension, numerator, denominator }) => dimension === 'mass' && numerator === denominator,
    )!
    const feed = { productType: 'agricultural', category: 'feed', stockUnitId: kg.unitId, name: `Feed ${mark}` }
    const { productId } = await ask(page, 'POST', '/wfpf/v1/1/product', feed)
    expect(productId).toEqual(expect.any(Number))

    await page.goto(`/web/farm/batch?open=${batchId}`)
    const panel = page.getByRole('dialog')
    const record = async (
      event: keyof typeof said.choices.event,
      head: string,
      { day, weight }: { day?: string; weight?: string } = {},
    ) => {
      await panel.getByRole('button', { name: said.add, exact: true }).click()
      const form = page.getByRole('dialog', { name: said.add })
      if (day) {
        await form
          .getByRole('group', { name: new RegExp(`^${said.fields.happenedOn}`) })
          .getByRole('spinbutton')
          .first()
          .click()
        await page.keyboard.type(day.replaceAll('-', ''))
      }
      await form.getByRole('combobox', { name: new RegExp(`^${said.fields.event}`) }).click()
      await page.getByRole('option', { name: said.choices.event[event], exact: true }).click()
      await form.getByLabel(new RegExp(`^${said.fields.head}`)).fill(head)
      if (weight) await form.getByLabel(new RegExp(`^${said.fields.meanWeight}`)).fill(weight)
      await form.getByRole('button', { name: crud.save }).click()
      return form
    }
    await expect(await record('stocked', '100', { day: startsOn, weight: '50' })).toHaveCount(0)
    const today = await dayOf(page, Date.now())
    const tooMany = await record('died', '101')
    await expect(tooMany.getByText(errors.field.overLiving.replace('{{day}}', today).replace('{{missing}}', '1'))).toBeVisible()
    await tooMany.getByLabel(new RegExp(`^${said.fields.head}`)).fill('4')
    await tooMany.getByRole('button', { name: crud.save }).click()
    await expect(tooMany).toHaveCount(0)
    await expect(panel.getByText(said.noRatio.noWeight)).toBeVisible()
    // Feed that came of no issue is an activity of the batch.
    await panel.getByRole('button', { name: farm.feeding.add }).click()
    const feeding = page.getByRole('dialog', { name: farm.feeding.title })
    await feeding.getByRole('combobox', { name: new RegExp(`^${farm.feeding.fields.productId}`) }).fill(feed.name)
    await page.getByRole('option', { name: feed.name, exact: true }).click()
    await feeding.getByLabel(farm.feeding.fields.quantity, { exact: false }).fill('12')
    await feeding.getByRole('button', { name: crud.save }).click()
    await expect(feeding).toHaveCount(0)
    await expect(panel.getByText(feed.name).first()).toBeVisible()
    const { content } = await ask(page, 'GET', `/wfpf/v1/1/activity?landId=${landId}`)
    expect(content).toMatchObject([{ activityKind: 'feed', batchId, materials: [{ productId, quantity: '12' }] }])
    await expect(await record('weighed', '10', { weight: '150' })).toHaveCount(0)
    // 96 of 150 g less 100 of 50 g: 9.4 kg of 12 kg of feed.
    await expect(panel.getByText('1.28', { exact: true })).toBeVisible()
    await expect(panel.getByText('96', { exact: true })).toBeVisible()
    await expect(panel.getByText(said.percent.replace('{{percent}}', '96.0'))).toBeVisible()
    await expect(panel.getByRole('figure', { name: said.curve.replace('{{name}}', `Fish ${mark}`) })).toBeVisible()
    await context.close()
  })
}
