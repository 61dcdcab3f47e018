import { connectPublisher, type Publisher } from './load.ts'
import { arrangeFarm, benchSecret, type Product } from './product.ts'
import { type Figures, interleave, table, judge } from './rounds.ts'

export const CLIENTS = 20
export const IN_FLIGHT = 50
const SECONDS = 6

// Each message has a moment of its own, in every run: what was stored before would be a duplicate, which is another measurement.
let ts = Date.now() - 30 * 24 * 3600_000

/** Keeps `IN_FLIGHT` messages of each client on the way for some seconds; answers acknowledged messages and readings a second. */
export async function pour(publishers: readonly Publisher[], euis: readonly string[], perMessage: number): Promise<Figures> {
  const began = performance.now()
  const before = publishers.reduce((sum, one) => sum + one.pubacks(), 0)
  let on = true
  const codes = Array.from({ length: perMessage }, (_, at) => `v${at}`)
  const loops = publishers.map(async (publisher, at) => {
    const topic = `furrow/1/${euis[at]}/readings`
    let value = 0
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (on) {
          ts++
          value++
          const values = perMessage === 1 ? `"v${value % 10}":${value}` : codes.map((code) => `"${code}":${value}`).join(',')
          await publisher.publish(topic, `{"ts":${ts},"values":{${values}}}`)
        }
      }),
    )
  })
  await new Promise((done) => setTimeout(done, SECONDS * 1000))
  const acks = publishers.reduce((sum, one) => sum + one.pubacks(), 0) - before
  const seconds = (performance.now() - began) / 1000
  on = false
  await Promise.all(loops)
  return { 'acks/s': acks / seconds, 'readings/s': (acks * perMessage) / seconds }
}

/** Durable readings acknowledged a second, beside (c): the same server with the same decoding and checks, but no INSERT. */
export async function benchIngest(product: Product, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `ingest-${Date.now()}`, devices: CLIENTS, itemsEach: 10 })
  const euis = farm.devices.map(({ eui }) => eui)
  const run = (perMessage: number, store: boolean) => async () => {
    await product.restart(store ? {} : { FURROW_BENCH_NO_INSERT: '1' })
    const publishers = await Promise.all(
      euis.map((eui) =>
        connectPublisher({ host: '127.0.0.1', port: product.mqttPort, clientId: eui, userName: `1/${eui}`, password: benchSecret }),
      ),
    )
    const figures = await pour(publishers, euis, perMessage)
    for (const publisher of publishers) publisher.close()
    return figures
  }
  const seen = await interleave(rounds, {
    'stored, 1 a message': run(1, true),
    '(c) no INSERT, 1 a message': run(1, false),
    'stored, 10 a message': run(10, true),
    '(c) no INSERT, 10 a message': run(10, false),
  })
  const verdict = judge(rounds, seen)
  const one = seen['stored, 1 a message']['readings/s']!
  return [
    table(`Readings acknowledged a second (${CLIENTS} clients, QoS 1, ${IN_FLIGHT} in flight)`, seen, 0),
    verdict('stored / (c) at one reading a message', one / seen['(c) no INSERT, 1 a message']['readings/s']!, 0.3, 'atLeast'),
    verdict('ten a message / one a message, stored', seen['stored, 10 a message']['readings/s']! / one, 2.5, 'atLeast'),
  ].join('\n')
}
