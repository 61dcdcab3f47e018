import type { Palette, Theme } from '@mui/material/styles'
import { describe, expect, test } from 'vitest'
import { defaultTheme, type MenuTheme } from '#contract/session/look'
import { LAYOUTS, readTheme } from '#contract/session/theme'
import { opensMenu, shownOptions } from '#src/frame/themeOptions.ts'
import { buildTheme, isMenuReadable } from '#src/theme/theme.ts'

const shows = (theme: Partial<MenuTheme>, option: keyof MenuTheme) => shownOptions({ ...defaultTheme, ...theme }).has(option)
const layoutsWith = (option: keyof MenuTheme) => LAYOUTS.filter((layout) => shows({ layout }, option))

describe('the options of the theme drawer', () => {
  test('show the menu width for layouts other than crosswise, synthesis and float', () => {
    expect(layoutsWith('menuWidth')).toEqual(['lengthway', 'subfield'])
  })
  test('show the style of the first column for float and subfield', () => {
    expect(layoutsWith('subfieldStyle')).toEqual(['float', 'subfield'])
  })
  test('show icons and style of labels only where labels are on', () => {
    for (const option of ['labelIcon', 'labelStyle'] as const) {
      expect(shows({ label: 1 }, option)).toBe(true)
      expect(shows({ label: 0 }, option)).toBe(false)
    }
  })
  test('show the colour of a menu’s words only for a menu with a ground of its own', () => {
    expect(shows({}, 'fontColor')).toBe(false)
    expect(shows({ backgroundColor: '#12372a' }, 'fontColor')).toBe(true)
    expect(shows({ follow: 1 }, 'fontColor')).toBe(true)
    expect(shows({ follow: 1 }, 'backgroundColor')).toBe(false)
  })
  test('open the menu with lengthway, subfield and synthesis, and close it with the others', () => {
    expect(LAYOUTS.filter(opensMenu)).toEqual(['lengthway', 'subfield', 'synthesis'])
  })
})

describe('a theme colour', () => {
  test('is 1b9961 where none was chosen, also as the documents write it (THEME-03)', () => {
    const light = (theme: Theme) =>
      (theme as Theme & { colorSchemes: { light: { palette: Palette } } }).colorSchemes.light.palette.primary.light
    expect(light(buildTheme(readTheme('')))).toBe('#1b9961')
    expect(light(buildTheme(readTheme('{"themeColor":"1B9961"}')))).toBe('#1b9961')
  })
  test.each(['#1b9961', '#ffff00', '#000000', '#ffffff', '#1f6fb2'])('%s gives words that can be read, light and dark', (themeColor) => {
    const theme = buildTheme({ ...defaultTheme, themeColor }) as Theme & { colorSchemes: Record<'light' | 'dark', { palette: Palette }> }
    const contrast = (words: string, ground: string) => {
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = color.startsWith('#')
          ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
          : (color.match(/[\d.]+/g) ?? []).map(Number)
        const part = (value: number) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
        return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
      }
      const [bright, dark] = [luminance(words), luminance(ground)].toSorted((a, b) => b - a)
      return (bright! + 0.05) / (dark! + 0.05)
    }
    for (const scheme of ['light', 'dark'] as const) {
      const { palette } = theme.colorSchemes[scheme]
      expect(contrast(palette.primary.main, palette.background.paper)).toBeGreaterThanOrEqual(4.45)
      // What is chosen in a menu or a strip of tabs stands on a shade of the paper.
      const [, , , shade = 0] = (palette.action.selected.match(/[\d.]+/g) ?? []).map(Number)
      const over = scheme === 'dark' ? 255 : 0
      const parts = [1, 3, 5].map((at) => Number.parseInt(palette.background.paper.slice(at, at + 2), 16) * (1 - shade) + over * shade)
      expect(contrast(palette.primary.main, `rgb(${parts.join(', ')})`)).toBeGreaterThanOrEqual(4.45)
    }
  })
  test('as the menu’s ground says when its words cannot be read', () => {
    expect(isMenuReadable({ ...defaultTheme, follow: 1, fontColor: 'white' })).toBe(true)
    expect(isMenuReadable({ ...defaultTheme, backgroundColor: '#12372a', fontColor: 'dark' })).toBe(false)
    expect(isMenuReadable(defaultTheme)).toBe(true)
  })
})
