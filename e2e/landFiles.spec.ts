import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import enCrud from '#locales/en-US/crud' with { type: 'json' }
import enFarm from '#locales/en-US/farm' with { type: 'json' }
import zhCrud from '#locales/zh-CN/crud' with { type: 'json' }
import zhFarm from '#locales/zh-CN/farm' with { type: 'json' }
import { isSerious, violationsOf } from './axe.ts'
import { aPerson, aTenant } from './database.ts'
import { journeysIn } from './languages.ts'
import { open } from './people.ts'

const words = { 'zh-CN': { farm: zhFarm, crud: zhCrud }, 'en-US': { farm: enFarm, crud: enCrud } } as const
const LANDS = '/web/farm/land'
const unique = (word: string) => `${word}${Date.now().toString(36)}`

type Ring = readonly (readonly [number, number])[]
const square = (longitude: number, latitude: number, size: number): Ring => [
  [longitude, latitude],
  [longitude + size, latitude],
  [longitude + size, latitude + size],
  [longitude, latitude + size],
  [longitude, latitude],
]
const placemark = (name: string, ring: Ring, hole?: Ring) => {
  const linear = (corners: Ring) =>
    `<LinearRing><coordinates>${corners.map(([x, y]) => `${x.toFixed(7)},${y.toFixed(7)},0`).join(' ')}</coordinates></LinearRing>`
  const inner = hole ? `<innerBoundaryIs>${linear(hole)}</innerBoundaryIs>` : ''
  return `<Placemark><name>${name}</name><Polygon><outerBoundaryIs>${linear(ring)}</outerBoundaryIs>${inner}</Polygon></Placemark>`
}
const kml = (...placemarks: readonly string[]) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>`,
  )

for (const language of journeysIn('zh-CN'))
  test(`${language}: outlines of another program are looked at on the map, brought as plots, and come back as the same`, async ({
    browser,
  }) => {
    const { farm, crud } = words[language]
    const say = farm.landFile
    // Plots far from those of the demo farm would change what its map shows.
    const { page, context } = await open(browser, await aPerson([await aTenant()]), LANDS, language)
    const [north, south] = [unique('North '), unique('South ')]
    const dialog = page.getByRole('dialog')
    const row = (name: string) => dialog.getByRole('row').filter({ hasText: name })
    const choose = async (file: Buffer, name: string) => {
      await page.getByRole('button', { name: say.menu }).click()
      await page.getByRole('menuitem', { name: say.import }).click()
      await dialog.getByTestId('pick').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: file })
    }
    const at = 113.35
    const broken: Ring = [
      [at, 22.99],
      [at + 0.001, 22.991],
      [at + 0.001, 22.99],
      [at, 22.991],
      [at, 22.99],
    ]
    await choose(
      kml(
        placemark(north, square(at, 22.98, 0.001), square(at + 0.0004, 22.9804, 0.0002)),
        placemark(south, square(at, 22.985, 0.001)),
        placemark(unique('Bow '), broken),
      ),
      'outlines.kml',
    )
    await expect(row(north)).toContainText(say.state.new)
    await expect(dialog.getByText(say.fault.crossing)).toBeVisible()
    await expect(dialog.locator('path.furrow-outline-new')).toHaveCount(2)
    await expect(dialog.locator('path.furrow-outline-fault')).toHaveCount(1)
    // Nobody has said in which grid it is, nor that a hole may be lost.
    const bring = dialog.getByRole('button', { name: say.bring.replace('{{count}}', '2'), exact: true })
    await expect(bring).toBeDisabled()
    const outline = dialog.locator('path.furrow-outline-new').first()
    await dialog.getByRole('radio', { name: say.datums.GCJ02 }).check()
    await dialog.getByRole('radio', { name: say.datums.WGS84 }).check()
    await expect(outline).toBeVisible()
    await expect(bring).toBeDisabled()
    await dialog.getByRole('checkbox', { name: say.agree.hole.replace('{{count}}', '1') }).check()
    expect((await violationsOf(page, '[role=dialog]')).filter(isSerious)).toEqual([])
    await bring.click()
    await expect(dialog).toHaveCount(0)
    await page.goto(`${LANDS}?search=${encodeURIComponent(north)}`)
    await expect(page.getByRole('gridcell', { name: north })).toBeVisible()

    // What is exported of it says which plot it is.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: say.menu })
        .click()
        .then(() => page.getByRole('menuitem', { name: say.export.replace('{{format}}', 'Shapefile') }).click()),
    ])
    await choose(await readFile(await download.path()), 'anything')
    await expect(row(north)).toContainText(say.state.same)
    await expect(dialog.getByRole('radio', { name: say.datums.WGS84 })).toBeChecked()
    await expect(row(north).getByRole('checkbox')).toBeDisabled()
    await dialog.getByRole('button', { name: crud.cancel }).click()

    // As a new shape of the same name it is a duplicate, unless the plot is to have the outline.
    await choose(kml(placemark(north, square(at, 22.98, 0.002))), 'outlines.kml')
    await expect(row(north)).toContainText(say.state.duplicate)
    await expect(dialog.locator('path.furrow-outline-there')).toHaveCount(2)
    await dialog.getByRole('radio', { name: say.datums.WGS84 }).check()
    await dialog.getByRole('combobox', { name: say.sameName }).click()
    await page.getByRole('option', { name: say.sameNames.update }).click()
    await expect(row(north)).toContainText(say.state.changed)
    await dialog.getByRole('button', { name: say.bring.replace('{{count}}', '1'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await context.close()
  })
