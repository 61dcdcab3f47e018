import type { Theme } from '@mui/material/styles'
import type { Ink } from './buildHistoryOption.ts'

/** A colour of the theme as the element sees it: a canvas cannot read `var(--...)`, and a part of a page may be dark on its own. */
export function resolveColor(element: Element, color: string): string {
  const name = /^var\((--[\w-]+)/.exec(color)?.[1]
  return (name && getComputedStyle(element).getPropertyValue(name).trim()) || color
}

/** The colours for a chart that stands in `element`. */
export function inkOf(element: Element, theme: Theme): Ink {
  const { palette } = theme.vars ?? theme
  const at = (color: string) => resolveColor(element, color)
  return {
    text: at(palette.text.primary),
    quiet: at(palette.text.secondary),
    line: at(palette.divider),
    ground: at(palette.background.paper),
    band: at(palette.success.main),
    bar: at(palette.primary.main),
    alarm: at(palette.error.main),
    font: getComputedStyle(element).fontFamily,
  }
}

/** How a chart says what is under the pointer. */
export const tooltipLook = (ink: Ink) => ({
  // Drawn on the canvas: names are other people's words and must never become markup.
  renderMode: 'richText',
  confine: true,
  backgroundColor: ink.ground,
  borderColor: ink.line,
  textStyle: { color: ink.text, fontFamily: ink.font, fontSize: 13 },
})
