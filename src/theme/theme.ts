import { createTheme, darken, getContrastRatio, lighten, type Theme, type ThemeOptions } from '@mui/material/styles'
import { defaultTheme, type MenuTheme } from '#contract/session/look'
import { optionFilter } from './typedText.ts'

/** The colours of a device or value by how far it can be trusted; never alone, always with an icon or a word. */
interface StatusColors {
  normal: string
  late: string
  lost: string
  alarm: string
  warn: string
}

/** How bad an alarm is; never alone, always with a shape and a word. */
interface SeverityColors {
  critical: string
  major: string
  minor: string
  warning: string
  indeterminate: string
}

declare module '@mui/material/styles' {
  interface Palette {
    status: StatusColors
    severity: SeverityColors
  }
  interface PaletteOptions {
    status?: StatusColors
    severity?: SeverityColors
  }
  interface Theme {
    /** A fixed colour for every quantity, by the code of its collect item: the same in every chart, light or dark. */
    quantity: Readonly<Record<string, string>>
    /** How the person wants the frame: its layout, menu and tabs. */
    frame: MenuTheme
  }
  interface ThemeOptions {
    quantity?: Readonly<Record<string, string>>
    frame?: MenuTheme
  }
}

/** The attribute that carries the scheme; on an inner element it makes that part light or dark, as the wall does. */
export const SCHEME_ATTRIBUTE = 'data-color-scheme'
export const SCHEME_STORED = 'furrow.scheme'

/** Widths that the documents name (THEME-01, THEME-05, TABS-07, FRAME-07), in px. */
export const MENU_WIDTH = 244
export const SLIM_MENU_WIDTH = 60
export const RAIL_WIDTH = 76
export const AREA_WIDTH = 234
export const CORNER_WIDTH = 90
export const CROSSWISE_LOGO_WIDTH = 200
export const THEME_DRAWER_WIDTH = 344
export const CONFIRM_WIDTH = 330
export const DEVICE_MODAL_WIDTH = 1200
/** PEST-02: 80rem. */
export const PEST_MODAL_WIDTH = 1280
export const TENANT_MODAL_WIDTH = 540
export const SCREEN_MODAL_WIDTH = 720
export const NOTICE_MODAL_WIDTH = 1040
export const LATEST_NOTICE_WIDTH = 780
export const PALETTE_WIDTH = 600

/** Middle tones: at least 3:1 on white and on the dark ground. */
const quantity: Record<string, string> = {
  temperature: '#d9622b',
  humidity: '#2f86c9',
  light: '#b58400',
  co2: '#7c7f87',
  soilTemperature: '#a8643a',
  soilMoisture: '#2b8a8a',
  conductivity: '#8a63c7',
  ph: '#b8498f',
  dissolvedOxygen: '#1486b8',
  waterTemperature: '#cf5f52',
  ammonia: '#96802a',
  turbidity: '#8b7355',
  waterLevel: '#3a73d1',
  rain: '#4a7fd6',
  windSpeed: '#4f8f7a',
  windDirection: '#6f8b8a',
  pressure: '#7a78b8',
  solar: '#c27a10',
  battery: '#4c9a4a',
  signal: '#5d8aa8',
  flow: '#2391a6',
  pipePressure: '#9467bd',
  frequency: '#7f7f3f',
  power: '#c2549d',
  insects: '#8c6d31',
}
/** Layers of one quantity (soilMoisture1, soilMoisture2 ...) share a hue and step in lightness. */
for (let layer = 1; layer <= 10; layer++) {
  const step = 34 + layer * 3
  quantity[`soilMoisture${layer}`] = `hsl(180 52% ${step}%)`
  quantity[`soilTemperature${layer}`] = `hsl(23 48% ${step}%)`
  quantity[`conductivity${layer}`] = `hsl(264 45% ${step + 8}%)`
}

/** The colour of a quantity that nobody has named yet: always the same one for the same code. */
export function colorOf(theme: Theme, code: string): string {
  const known = theme.quantity[code]
  if (known != null) return known
  let hash = 0
  for (const letter of code) hash = (hash * 31 + letter.charCodeAt(0)) % 360
  return `hsl(${hash} 45% 48%)`
}

/** WCAG AA for words. */
const READABLE = 4.5
/** The nearest shade of a colour that words can be read in on a ground. */
function readableOn(ground: string, color: string, change: (color: string, by: number) => string): string {
  for (let by = 0; by < 1; by += 0.02) {
    const shade = by === 0 ? color : change(color, by)
    if (getContrastRatio(shade, ground) >= READABLE) return shade
  }
  return change(color, 1)
}
/** What the menu stands on, #rrggbb; empty: the scheme's paper. The theme colour is shaded until the menu's words can be read on it. */
export function menuGround({ follow, themeColor, backgroundColor, fontColor }: MenuTheme): string {
  if (follow === 0) return backgroundColor
  return fontColor === 'white' ? readableOn(DARK_TEXT, themeColor, darken) : readableOn(LIGHT_TEXT, themeColor, lighten)
}
/** Whether a menu's words can be read on its ground; where it has none of its own, the scheme sees to it. */
export function isMenuReadable(frame: MenuTheme): boolean {
  const ground = menuGround(frame)
  return ground === '' || getContrastRatio(ground, frame.fontColor === 'white' ? DARK_TEXT : LIGHT_TEXT) >= READABLE
}

const PAPER = '#ffffff'
const DARK_PAPER = '#16201c'
/** The farthest grounds that words of the theme colour stand on, light and dark: a chosen tab, a hovered row. */
const SHADED_PAPER = '#ebebeb'
const SHADED_DARK_PAPER = '#3b4440'
const LIGHT_TEXT = '#17211c'
const DARK_TEXT = '#e6eeea'

type Sign = 'bad' | 'odd' | 'told' | 'good' | 'lost' | 'late' | 'major' | 'minor'
/** What one colour says wherever it stands. */
const signs = ({ bad, odd, told, good, lost, late, major, minor }: Record<Sign, string>) => ({
  error: { main: bad },
  warning: { main: odd },
  info: { main: told },
  success: { main: good },
  status: { normal: good, late, lost, alarm: bad, warn: odd },
  severity: { critical: bad, major, minor, warning: told, indeterminate: lost },
})

/** The one theme: light and dark as CSS variables, so that a change of scheme redraws nothing; `frame` is how the person wants it. */
export function buildTheme(frame: MenuTheme = defaultTheme, words: object = {}): Theme {
  const color = frame.themeColor
  // The colour itself may be too pale for words: where they stand in it or on it, its nearest readable shade does.
  const deep = readableOn(SHADED_PAPER, color, darken)
  const bright = readableOn(SHADED_DARK_PAPER, color, lighten)
  const look: ThemeOptions = {
    frame,
    cssVariables: { colorSchemeSelector: SCHEME_ATTRIBUTE },
    defaultColorScheme: 'light',
    colorSchemes: {
      light: {
        palette: {
          primary: { main: deep, light: color, dark: darken(deep, 0.2), contrastText: PAPER },
          secondary: { main: '#4a6572' },
          background: { default: '#f4f6f5', paper: PAPER },
          text: { primary: LIGHT_TEXT, secondary: '#52605a' },
          divider: '#dfe5e2',
          ...signs({
            bad: '#c62828',
            odd: '#9a5b00',
            told: '#1f6fb2',
            good: '#137a4b',
            lost: '#7d3c98',
            late: '#69756f',
            major: '#b8430b',
            minor: '#8a5a00',
          }),
        },
      },
      dark: {
        palette: {
          primary: { main: bright, light: lighten(bright, 0.3), dark: color, contrastText: '#06170e' },
          secondary: { main: '#9db4c0' },
          background: { default: '#0e1513', paper: DARK_PAPER },
          text: { primary: DARK_TEXT, secondary: '#9fb0a8' },
          divider: '#2a3832',
          ...signs({
            bad: '#ff6b62',
            odd: '#f0b04a',
            told: '#6fb3e8',
            good: '#4cc38a',
            lost: '#c39bd3',
            late: '#93a39b',
            major: '#ff9a5c',
            minor: '#f2cf5b',
          }),
        },
      },
    },
    quantity,
    // Whoever asks for less motion gets none: nothing that is still moving is pressed beside its place.
    motion: { reducedMotion: 'system' },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily:
        'Inter, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "WenQuanYi Micro Hei", system-ui, sans-serif',
      fontSize: 13.5,
      h1: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3 },
      h2: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.4 },
      h3: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.4 },
      button: { textTransform: 'none', fontWeight: 600 },
      subtitle2: { fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: { height: '100%' },
          body: { height: '100%', fontVariantNumeric: 'tabular-nums' },
          '#root': { height: '100%' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important',
            },
          },
        },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } } },
      },
      MuiIconButton: { styleOverrides: { root: { '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-primary-main)' } } } },
      MuiListItemButton: {
        styleOverrides: { root: { '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: -2 } } },
      },
      MuiMenuItem: { styleOverrides: { root: ({ theme }) => theme.typography.body2 } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      // The page is given back as soon as a window is told to close. By the end of its fading, a window that was opened anew in that very
      // moment would leave the page hidden from screen readers once it closes for good.
      MuiDialog: {
        defaultProps: { closeAfterTransition: false },
        styleOverrides: { paper: { backgroundImage: 'none' } },
      },
      MuiTooltip: { defaultProps: { arrow: true, enterDelay: 400 } },
      MuiAutocomplete: { defaultProps: { filterOptions: optionFilter() } },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiSkeleton: { defaultProps: { animation: 'wave' } },
    },
  }
  return createTheme(look, words)
}
