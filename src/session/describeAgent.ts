/** What a browser's words about itself say, as far as people name such things; proper names are the same in every language. */
export interface DeviceWords {
  readonly browser: string | null
  readonly system: string | null
  readonly kind: 'phone' | 'desk'
}

// In this order: a browser also names those that it descends from.
const BROWSERS = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const

const first = (names: readonly (readonly [RegExp, string])[], text: string) => names.find(([sign]) => sign.test(text))?.[1] ?? null

/** Reads a User-Agent header. */
export const describeAgent = (userAgent: string): DeviceWords => ({
  browser: first(BROWSERS, userAgent),
  system: first(SYSTEMS, userAgent),
  kind: /Mobi|Android|iPhone|iPad/.test(userAgent) ? 'phone' : 'desk',
})
