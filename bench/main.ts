// npm run bench -- [latency|ingest|push|watch|flows|history|rollUps|dryRun|map|devicePage|deviceList|posting|stockPage|taskMonth|season|orgTree|orgScroll|tabs|typing|signIn|firstFrame|camera16|tiling|firstScene|seedPage|information|home|footprint|faults ...] [--rounds 3] [--minutes 10] [--seconds 120]
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchCamera16 } from './camera16.ts'
import { launch } from './chrome.ts'
import { benchTabs, benchTyping } from './console.ts'
import { runChaos } from './faults.ts'
import { benchDeviceList } from './deviceList.ts'
import { benchDevicePage } from './devicePage.ts'
import { benchDryRun } from './dryRun.ts'
import { benchFirstFrame } from './firstFrame.ts'
import { benchFirstScene } from './firstScene.ts'
import { benchFlows } from './flows.ts'
import { benchFootprint } from './footprint.ts'
import { benchHistory } from './history.ts'
import { benchIngest } from './ingest.ts'
import { benchPush } from './push.ts'
import { benchLatency } from './latency.ts'
import { benchMap } from './map.ts'
import { benchPosting } from './posting.ts'
import { startProduct } from './product.ts'
import { benchRollUps } from './rollUps.ts'
import { benchSeason } from './season.ts'
import { benchHome } from './homePage.ts'
import { benchInformation, benchSeedPage } from './seedPage.ts'
import { benchSignIn } from './signIn.ts'
import { benchStockPage } from './stockPage.ts'
import { benchTaskMonth } from './taskMonth.ts'
import { benchOrgScroll } from './orgScroll.ts'
import { benchOrgTree } from './orgTree.ts'
import { benchTiling } from './tiling.ts'
import { benchWatch } from './watch.ts'

/** What is measured where no part is named; `faults` only where it is. */
const MEASURED = [
  'latency',
  'ingest',
  'push',
  'watch',
  'flows',
  'history',
  'rollUps',
  'dryRun',
  'map',
  'devicePage',
  'deviceList',
  'posting',
  'stockPage',
  'taskMonth',
  'season',
  'orgTree',
  'orgScroll',
  'tabs',
  'typing',
  'signIn',
  'firstFrame',
  'camera16',
  'tiling',
  'firstScene',
  'seedPage',
  'information',
  'home',
  'footprint',
] as const
const number = { type: 'string' } as const
const { values, positionals } = (() => {
  try {
    return parseArgs({ allowPositionals: true, options: { rounds: number, minutes: number, seconds: number } })
  } catch (cause) {
    process.stderr.write(`${(cause as Error).message}\n`)
    process.exit(1)
  }
})()
const option = (name: keyof typeof values, otherwise: number) => Number(values[name] ?? otherwise)
const [rounds, minutes, seconds] = [option('rounds', 3), option('minutes', 10), option('seconds', 120)]
const unknown = positionals.find((one) => one !== 'faults' && !MEASURED.some((part) => part === one))
if (unknown !== undefined || ![rounds, minutes, seconds].every((one) => one > 0)) {
  process.stderr.write(
    `npm run bench -- [${[...MEASURED, 'faults'].join('|')} ...] [--rounds 3] [--minutes 10] [--seconds 120]; the first -- is needed: without it npm keeps the options\n`,
  )
  process.exit(1)
}
const wanted = positionals.length === 0 ? MEASURED : MEASURED.filter((part) => positionals.includes(part))

if (positionals.includes('faults')) {
  process.stdout.write('## faults\n\n')
  const { text, broken } = await runChaos({ seconds })
  process.stdout.write(text)
  if (broken.length > 0) process.exitCode = 1
  const killed = spawnSync('npm', ['run', 'soak'], { stdio: 'inherit' })
  if (killed.status !== 0) process.exitCode = 1
  if (wanted.length === 0) process.exit()
}

for (const build of [['build'], ['build', '--config', 'bench/pages/vite.config.ts']]) {
  const done = spawnSync('node_modules/.bin/vite', [...build, '--logLevel', 'error'], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}
process.stdout.write(
  `# Furrow beside bare things\n\n${cpus().length} cores (${cpus()[0]!.model}), Node ${process.versions.node}, ${rounds} interleaved rounds, medians; "probe" is a fixed piece of work in ms, measured before each figure.\n`,
)
const product = await startProduct()
const browser = await launch()
try {
  for (const part of wanted) {
    process.stdout.write(`\n## ${part}\n`)
    if (part === 'latency') process.stdout.write(await benchLatency(product, browser, rounds))
    if (part === 'push') process.stdout.write(await benchPush(product, rounds))
    if (part === 'ingest') process.stdout.write(await benchIngest(product, rounds))
    if (part === 'watch') process.stdout.write(await benchWatch(product, rounds))
    if (part === 'flows') process.stdout.write(await benchFlows(product, rounds))
    if (part === 'history') process.stdout.write(await benchHistory(product, rounds))
    if (part === 'rollUps') process.stdout.write(await benchRollUps(product, rounds))
    if (part === 'dryRun') process.stdout.write(await benchDryRun(product, rounds))
    if (part === 'map') process.stdout.write(await benchMap(product, browser, rounds))
    if (part === 'devicePage') process.stdout.write(await benchDevicePage(product, browser, rounds))
    if (part === 'deviceList') process.stdout.write(await benchDeviceList(product, rounds))
    if (part === 'posting') process.stdout.write(await benchPosting(product, rounds))
    if (part === 'stockPage') process.stdout.write(await benchStockPage(product, rounds))
    if (part === 'taskMonth') process.stdout.write(await benchTaskMonth(product, rounds))
    if (part === 'season') process.stdout.write(await benchSeason(product, browser, rounds))
    if (part === 'orgTree') process.stdout.write(await benchOrgTree(product, rounds))
    if (part === 'orgScroll') process.stdout.write(await benchOrgScroll(product, browser, rounds))
    if (part === 'tabs') process.stdout.write(await benchTabs(product, browser, rounds))
    if (part === 'typing') process.stdout.write(await benchTyping(product, browser, rounds))
    if (part === 'signIn') process.stdout.write(await benchSignIn(product, rounds))
    if (part === 'firstFrame') process.stdout.write(await benchFirstFrame(product, browser, rounds))
    if (part === 'camera16') process.stdout.write(await benchCamera16(product, browser, rounds))
    if (part === 'tiling') process.stdout.write(await benchTiling(product, rounds))
    if (part === 'firstScene') process.stdout.write(await benchFirstScene(product, browser, rounds))
    if (part === 'seedPage') process.stdout.write(await benchSeedPage(product, browser, rounds))
    if (part === 'information') process.stdout.write(await benchInformation(product, browser, rounds))
    if (part === 'home') process.stdout.write(await benchHome(product, browser, rounds))
    if (part === 'footprint') process.stdout.write(await benchFootprint(product, browser, minutes))
    process.stdout.write('\n')
  }
} catch (cause) {
  process.stderr.write(`${(cause as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await browser.close()
  await product.close()
}
// What a bench that failed left open would keep it.
process.exit()
