import type { Theme } from '@mui/material/styles'

/** The colours of the place a chart stands in, resolved from the theme. */
export interface Ink {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly ground: string
  readonly band: string
  readonly bar: string
  readonly alarm: string
  readonly font: string
}

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
