import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What knows the zone of the farm. */
const KNOW = ['src/time/moment.ts', 'src/time/Dates.tsx', 'src/time/DayPicker.tsx', 'src/time/MomentPicker.tsx', 'src/time/MinuteField.tsx']
/** Its caller says in which zone. */
const TOLD = ['src/screens/flows/editor/panel/NextTimes.tsx', 'contract/core/zonedMoment.ts', 'contract/organization/corporation.ts']

/** Reading or writing days and hours by the clock of the browser. */
const BROWSER_CLOCK = [
  /\bdayjs\b/,
  /@mui\/x-date-pickers/,
  /\bIntl\.DateTimeFormat\b/,
  /\.toLocale(?:Date|Time)String\(/,
  /\.toDateString\(/,
  /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|Year)\(/,
  /\bgetTimezoneOffset\b/,
  /\bnew Date\([^()]*,/,
  /T\d{2}:\d{2}(?::\d{2})?[`']/,
]

function lines(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
    .filter((line) => BROWSER_CLOCK.some((one) => one.test(line)))
}

test('the console shows and reads days and hours by the clock of the farm alone', () => {
  const files = globSync('{src,machines,streams,contract}/**/*.{ts,tsx}').filter((file) => ![...KNOW, ...TOLD].includes(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => lines(readFileSync(file, 'utf8')).map((line) => `${file} ${line.trim()}`))).toEqual([])
})

test.each([
  ['const hour = new Date(now).getHours()', 1],
  ['at.setHours(23, 59, 59, 999)', 1],
  ["new Intl.DateTimeFormat(language, { weekday: 'long' }).format(at)", 1],
  ["new Date(at).toLocaleDateString('zh-CN')", 1],
  ['const first = new Date(year, month, 1)', 1],
  ["import dayjs from 'dayjs'", 1],
  ['const at = new Date(`${day}T00:00:00`)', 1],
  ['const at = Date.parse(`${day}T00:00:00Z`)', 0],
  ['<time dateTime={new Date(at).toISOString()}>', 0],
  ['const [hours, setHours] = useState(0)', 0],
  ['new Date(moment).getUTCHours()', 0],
])('%s', (source, found) => {
  expect(lines(source)).toHaveLength(found)
})
