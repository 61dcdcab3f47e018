export type ColorName = 'red' | 'orange' | 'brown' | 'yellow' | 'green' | 'teal' | 'blue' | 'purple' | 'pink' | 'black' | 'gray' | 'white'

/** Where each hue ends, in degrees. */
const HUES: readonly (readonly [end: number, name: ColorName])[] = [
  [15, 'red'],
  [40, 'orange'],
  [68, 'yellow'],
  [162, 'green'],
  [192, 'teal'],
  [256, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [360, 'red'],
]

/** What people call a colour that is kept as `#rrggbb`: it stands beside the colour itself, which alone tells two shades of one name apart. */
export function colorName(color: string): ColorName {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255) as [number, number, number]
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  const light = most - span / 2
  const strong = span === 0 ? 0 : span / (1 - Math.abs(2 * light - 1))
  if (light > 0.96) return 'white'
  if (light < 0.08) return 'black'
  if (strong < 0.15) return 'gray'
  const sixth = most === red ? ((green - blue) / span + 6) % 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4
  const name = HUES.find(([end]) => sixth * 60 < end)![1]
  // Brown is an orange that is dark or dull.
  return name === 'orange' && (light < 0.4 || strong < 0.5) ? 'brown' : name
}
