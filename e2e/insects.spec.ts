import { expect, test } from '@playwright/test'
import { devicePath } from '#contract/devices/pages'
import { demoDevices } from '#demo/farm'
import chineseDevices from '#locales/zh-CN/devices' with { type: 'json' }
import englishDevices from '#locales/en-US/devices' with { type: 'json' }
import chinese from '#locales/zh-CN/insects' with { type: 'json' }
import english from '#locales/en-US/insects' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { casesIn } from './languages.ts'
import { open } from './people.ts'

const lamp = demoDevices.find(({ eui }) => eui === 'demo-lamp-1')!

for (const [language, w, { device }, save] of casesIn('en-US', [
  ['zh-CN', chinese, chineseDevices, '保存'],
  ['en-US', english, englishDevices, 'Save'],
] as const))
  test(`a lamp takes a picture when it is told; boxes drawn by keys and by mouse are there after a reload, and in its trend (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const { page, context } = await open(browser, 'admin', devicePath('pest', lamp.id), language)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: w.photograph }).click()
    await expect(main.getByText(w.arrived)).toBeVisible({ timeout: 60_000 })
    await main.getByRole('link', { name: w.toDraw }).click()
    await expect(page).toHaveURL(/\/pest\/draw\/\d+$/)

    const boxes = main.getByRole('group').getByRole('button', { name: language === 'zh-CN' ? /^标注框 \d/ : /^Box \d/ })
    const saved = main.getByRole('button', { name: save, exact: true })
    await expect(boxes.first()).toBeVisible({ timeout: 30_000 })
    const before = await boxes.count()
    // By keys: one is added, moved, made larger and named.
    await main.getByRole('button', { name: w.draw.add }).click()
    await expect(boxes).toHaveCount(before + 1)
    await expect(boxes.last()).toBeFocused()
    const at = await boxes.last().getAttribute('aria-label')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await boxes.last().getAttribute('aria-label')).not.toBe(at)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').nth(1).click()
    await expect(page.getByRole('menu')).toBeHidden()
    // By mouse: one is drawn in the upper left corner, where no insect lies.
    const image = main.getByRole('img', { name: w.draw.image })
    // The corner may stand above what is scrolled to: the box with the focus is in the middle.
    await image.hover({ position: { x: 4, y: 4 } })
    await page.mouse.down()
    await image.hover({ position: { x: 24, y: 12 }, force: true })
    await page.mouse.up()
    await expect(boxes).toHaveCount(before + 2)
    await saved.click()
    await expect(saved).toBeDisabled()
    const named = await boxes.nth(before).getAttribute('aria-label')
    await page.reload()
    await expect(boxes).toHaveCount(before + 2, { timeout: 30_000 })
    expect(await boxes.nth(before).getAttribute('aria-label')).toBe(named)

    const found = await violationsOf(page)
    const serious = ['label-content-name-mismatch', 'aria-required-children']
    expect(found.filter((one) => isSerious(one) || serious.includes(one.id))).toEqual([])

    await page.goto(`${devicePath('pest', lamp.id)}?part=statistics`)
    await expect(main.getByRole('tab', { name: device.part.statistics })).toBeVisible()
    await main.getByRole('button', { name: w.trend.title }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('figure')).toBeVisible()
    await expect(dialog.getByRole('group', { name: w.trend.legend }).getByRole('button').first()).toBeVisible()
    await page.keyboard.press('Escape')
    const violations = await violationsOf(page)
    const counts = ['label-content-name-mismatch', 'aria-required-children']
    expect(violations.filter((one) => isSerious(one) || counts.includes(one.id))).toEqual([])
    await context.close()
  })
