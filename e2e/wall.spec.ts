import { expect, test } from '@playwright/test'
import { open } from './people.ts'

test('a wall fits its base to the screen, writes what is wrong in 28 px, and says at once when it hears nothing', async ({ browser }) => {
  const { page, context } = await open(browser, 'admin', '/map', 'en-US')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await expect(page.locator('[data-map-ready=true]')).toBeVisible()
  const plots = page.locator('.leaflet-overlay-pane path')
  await expect(plots.first()).toBeAttached()
  await expect(async () => {
    const { map, base } = await page.evaluate(() => {
      const box = (element: Element) => element.getBoundingClientRect()
      const parts = [...document.querySelectorAll('.leaflet-overlay-pane path')].map(box)
      return {
        map: box(document.querySelector('.leaflet-container')!).toJSON() as DOMRect,
        base: {
          left: Math.min(...parts.map(({ left }) => left)),
          right: Math.max(...parts.map(({ right }) => right)),
          top: Math.min(...parts.map(({ top }) => top)),
          bottom: Math.max(...parts.map(({ bottom }) => bottom)),
        },
      }
    })
    // Whole, and as large as it goes: one side takes most of the screen.
    expect(base.left).toBeGreaterThanOrEqual(map.left)
    expect(base.right).toBeLessThanOrEqual(map.right)
    expect(base.top).toBeGreaterThanOrEqual(map.top)
    expect(base.bottom).toBeLessThanOrEqual(map.bottom)
    expect(Math.max((base.right - base.left) / map.width, (base.bottom - base.top) / map.height)).toBeGreaterThan(0.8)
  }).toPass({ timeout: 15_000 })

  // The demo has a pump whose overload relay has tripped.
  const loud = page.locator('[data-loud]').first()
  await expect(loud).toBeVisible()
  const sizes = await loud.evaluate((row) => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    const found: number[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.textContent?.trim()) found.push(parseFloat(getComputedStyle(node.parentElement!).fontSize))
    }
    return found
  })
  expect(sizes.length).toBeGreaterThanOrEqual(3)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28)

  await context.setOffline(true)
  await expect(page.getByRole('alert').filter({ hasText: 'The connection to the server is lost' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Nothing needs attention')).toHaveCount(0)
  await expect(page.locator('main[data-stale=true]')).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('main[data-stale=false]')).toBeVisible({ timeout: 20_000 })
  await context.close()
})
