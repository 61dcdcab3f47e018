import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HOTSPOT_STYLES, iconUrlOf } from '#contract/panoramas/hotspot'
import { hotspotGlyph } from '#src/screens/panoramas/viewer/hotspotGlyphs.ts'

test.each(HOTSPOT_STYLES)('the address of the icon %s leads to the picture that the console draws', (style) => {
  const svg = readFileSync(`public${iconUrlOf(style)}`, 'utf8')
  expect(svg).toContain(`d="${hotspotGlyph(style)}"`)
})
