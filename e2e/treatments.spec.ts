import { expect, type Page, test } from '@playwright/test'
import { journeysIn } from './languages.ts'
import { open, openDevice } from './people.ts'

test.describe.configure({ timeout: 180_000 })

const PICTURES = process.env.FURROW_PICTURES
const shoot = async (page: Page, name: string) => {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
const SIZES = { desk: { width: 1440, height: 900 }, hand: { width: 390, height: 844 } } as const

const words = {
  'zh-CN': {
    add: '添加计算采集项',
    next: '下一组',
    save: '保存',
    edit: /^编辑/,
    calibrate: '校准…',
    save2: '校准',
    reason: /^原因/,
    offset: '偏移',
    export: '导出表格',
    gives: /现在为/,
    would: /这样校准将为/,
    roles: ['空气温度', '空气湿度'],
    dewPoint: '露点',
    holds: '读数经过校准',
    gateway: '1 号大棚网关',
  },
  'en-US': {
    add: 'Add a calculated item',
    next: 'Next group',
    save: 'Save',
    edit: /^Edit/,
    calibrate: 'Calibrate…',
    save2: 'Calibrate',
    reason: /^Reason/,
    offset: 'Offset',
    export: 'Export',
    gives: /It would be/,
    would: /calibrated like this it would be/,
    roles: ['Air temperature', 'Humidity'],
    dewPoint: 'Dew point',
    holds: 'Readings are corrected',
    gateway: '2 号大棚网关',
  },
} as const

for (const language of journeysIn('en-US')) {
  const w = words[language]
  test(`an item is calculated from two others, another is calibrated, and both leave as a file (${language})`, async ({ browser }) => {
    const { page, context } = await open(browser, 'admin', '/web/equipment/gateway', language)
    await page.setViewportSize(SIZES.desk)
    await openDevice(page, w.gateway)
    const device = page.getByRole('dialog').first()
    await device.getByRole('button', { name: w.add }).click()
    const form = page.getByRole('dialog').last()
    for (const role of w.roles) {
      await form.getByRole('combobox', { name: new RegExp(`^${role}`) }).click()
      await page.getByRole('option').first().click()
    }
    await expect(form.getByText(w.gives)).toBeVisible()
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      await shoot(page, `calculated-${language}-${size}`)
    }
    await page.setViewportSize(SIZES.desk)
    await form.getByRole('button', { name: w.save }).click()
    const card = device.getByRole('article', { name: w.dewPoint })
    await expect(async () => {
      if (!(await card.isVisible())) await device.getByRole('button', { name: w.next }).first().click({ timeout: 500 })
      // It is calculated with the next readings of the device.
      await expect(card.getByText(/^-?\d+(\.\d+)?$/).first()).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await shoot(page, `card-${language}-desk`)

    await device.getByRole('article').first().getByRole('button', { name: w.edit }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: w.calibrate }).click()
    const calibration = page.getByRole('dialog').last()
    await calibration.getByLabel(w.offset, { exact: true }).fill('0.5')
    await expect(calibration.getByText(w.would)).toBeVisible()
    await calibration.getByLabel(w.reason).fill('0.5')
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      await shoot(page, `calibration-${language}-${size}`)
    }
    await page.setViewportSize(SIZES.desk)
    await calibration.getByRole('button', { name: w.save2, exact: true }).click()
    await expect(page.getByText(w.holds)).toBeVisible()
    await shoot(page, `item-${language}-desk`)
    await page.keyboard.press('Escape')

    await device.getByRole('button', { name: w.export }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    await device.getByRole('button', { name: w.export }).scrollIntoViewIfNeeded()
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      await device.getByRole('button', { name: w.export }).scrollIntoViewIfNeeded()
      await shoot(page, `history-${language}-${size}`)
    }
    await context.close()
  })
}
