import type { Theme } from '@mui/material/styles'
import { ALARM_SEVERITIES, type AlarmSeverity } from '#contract/alarms/severity'
import { resolveColor } from '#src/charts/ink.ts'
import type { GroundPalette } from './drawGround.ts'
import type { MapPalette } from './drawMarker.ts'

export interface MapColors {
  readonly marker: MapPalette
  readonly ground: GroundPalette
  readonly graticule: { readonly color: string; readonly text: string; readonly font: string }
  /** For plots that bring no colour of their own. */
  readonly plot: { readonly fill: string; readonly outline: string }
}

type Rgb = readonly [number, number, number]

/** `#rgb` or `#rrggbb` as numbers; anything else as a middle grey, so that a strange theme still draws. */
export function parseHex(color: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color.trim())
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long ? long.slice(1) : ['80', '80', '80']
  return parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb
}

/** `share` of `other` in `base`. */
export const mix = (base: Rgb, other: Rgb, share: number): Rgb =>
  [0, 1, 2].map((at) => Math.round(base[at]! * (1 - share) + other[at]! * share)) as unknown as Rgb

const withAlpha = ([red, green, blue]: Rgb, alpha: number) => `rgb(${red} ${green} ${blue} / ${alpha})`

/** The map's colours, as the theme has them where `element` stands: a wall inside a light console is dark on its own. */
export function mapColorsOf(element: Element, theme: Theme, dark: boolean): MapColors {
  const { palette } = theme.vars ?? theme
  const at = (color: string) => resolveColor(element, color)
  const font = getComputedStyle(element).fontFamily || 'sans-serif'
  const ground = parseHex(at(palette.background.default))
  const text = parseHex(at(palette.text.primary))
  const green = parseHex(at(palette.status.normal))
  const earth = parseHex(at(palette.warning.main))
  return {
    marker: {
      dark,
      paper: at(palette.background.paper),
      text: at(palette.text.primary),
      muted: at(palette.text.secondary),
      normal: at(palette.status.normal),
      late: at(palette.status.late),
      lost: at(palette.status.lost),
      alarm: at(palette.status.alarm),
      warn: at(palette.status.warn),
      info: at(palette.info.main),
      severity: Object.fromEntries(ALARM_SEVERITIES.map((name) => [name, at(palette.severity[name])])) as Record<AlarmSeverity, string>,
      accent: at(palette.primary.main),
      onAccent: at(palette.primary.contrastText),
      font,
    },
    ground: {
      low: mix(ground, green, dark ? 0.16 : 0.2),
      high: mix(ground, dark ? text : earth, dark ? 0.12 : 0.14),
      line: withAlpha(text, dark ? 0.07 : 0.06),
    },
    graticule: { color: withAlpha(text, dark ? 0.1 : 0.09), text: withAlpha(text, dark ? 0.5 : 0.55), font },
    plot: { fill: at(palette.primary.main), outline: at(palette.primary.dark) },
  }
}
