// npm run bench [latency|ingest|history|map|tabs|typing|signIn|footprint ...] [--rounds 3] [--minutes 10]
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { launch } from './chrome.ts'
import { benchTabs, benchTyping } from './console.ts'
import { benchFootprint } from './footprint.ts'
import { benchHistory } from './history.ts'
import { benchIngest } from './ingest.ts'
import { benchLatency } from './latency.ts'
import { benchMap } from './map.ts'
import { startProduct } from './product.ts'
import { benchSignIn } from './signIn.ts'

const args = process.argv.slice(2)
const option = (name: string, otherwise: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise)
const rounds = option('--rounds', 3)
const minutes = option('--minutes', 10)
const PARTS = ['latency', 'ingest', 'history', 'map', 'tabs', 'typing', 'signIn', 'footprint'] as const
const wanted = PARTS.filter((part) => args.includes(part) || !PARTS.some((one) => args.includes(one)))

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
    if (part === 'ingest') process.stdout.write(await benchIngest(product, rounds))
    if (part === 'history') process.stdout.write(await benchHistory(product, rounds))
    if (part === 'map') process.stdout.write(await benchMap(product, browser, rounds))
    if (part === 'tabs') process.stdout.write(await benchTabs(product, browser, rounds))
    if (part === 'typing') process.stdout.write(await benchTyping(product, browser, rounds))
    if (part === 'signIn') process.stdout.write(await benchSignIn(product, rounds))
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
