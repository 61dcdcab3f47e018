import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Cut, Said } from './model.ts'

/**
 * A child process's entry: `node modelChild.ts <model> <pixels> <folder of the runtime>`. Tells insects apart with a model, one lot at a time,
 * and ends with whoever started it.
 */
interface Tensor {
  readonly data: ArrayLike<number>
  readonly dims: readonly number[]
}
/** What is used of onnxruntime-node, which is there only where a model is. */
interface Runtime {
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor
  readonly InferenceSession: {
    create(path: string): Promise<{
      readonly inputNames: readonly string[]
      readonly outputNames: readonly string[]
      run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
    }>
  }
}

const [model = '', pixels = '', runtime = ''] = process.argv.slice(2)
const side = Number(pixels)
const loading = (async () => {
  const { InferenceSession, Tensor } = createRequire(join(runtime, 'package.json'))('onnxruntime-node') as Runtime
  return { session: await InferenceSession.create(model), Tensor }
})()

/** Channels first, 0 to 1. */
function planes({ cuts, count }: Cut): Float32Array {
  const area = side * side
  const values = new Float32Array(count * area * 3)
  for (let nth = 0; nth < count; nth++)
    for (let channel = 0; channel < 3; channel++)
      for (let at = 0; at < area; at++) values[(nth * 3 + channel) * area + at] = cuts[(nth * area + at) * 3 + channel]! / 255
  return values
}

/** Figures as shares of one, unless they are already. */
function shares(figures: readonly number[]): number[] {
  const sum = figures.reduce((all, one) => all + one, 0)
  if (figures.every((one) => one >= 0 && one <= 1) && Math.abs(sum - 1) < 1e-3) return [...figures]
  const most = Math.max(...figures)
  const powers = figures.map((one) => Math.exp(one - most))
  const whole = powers.reduce((all, one) => all + one, 0)
  return powers.map((one) => one / whole)
}

async function say(cut: Cut): Promise<Said> {
  const { session, Tensor } = await loading
  const answer = await session.run({ [session.inputNames[0]!]: new Tensor('float32', planes(cut), [cut.count, 3, side, side]) })
  const { data } = answer[session.outputNames[0]!]!
  const labels = data.length / cut.count
  if (!Number.isInteger(labels) || labels < 1) throw new Error(`the model says ${data.length} figures of ${cut.count} pictures`)
  const found = Array.from({ length: cut.count }, (_, nth) => {
    const all = shares(Array.from({ length: labels }, (__, label) => Number(data[nth * labels + label])))
    const score = Math.max(...all)
    if (!Number.isFinite(score)) throw new Error('the model says what is no number')
    return { label: all.indexOf(score), score }
  })
  return { found, labels }
}

process.on('message', (cut: Cut) => {
  say(cut).then(
    (said) => process.send?.(said),
    (cause: unknown) => process.send?.({ failed: String(cause) } satisfies Said),
  )
})
process.on('disconnect', () => process.exit())
