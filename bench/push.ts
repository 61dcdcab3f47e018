import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENTS, IN_FLIGHT, pour } from './ingest.ts'
import { connectPublisher } from './load.ts'
import { arrangeFarm, benchSecret, type Product } from './product.ts'
import { interleave, judge, table } from './rounds.ts'

const TENANT = 1
const SENT_WITHIN_MS = 30_000

/** Durable readings acknowledged a second while all of them are sent to a receiver outside, beside the same server without one. */
export async function benchPush(product: Product, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `push-${Date.now()}`, devices: CLIENTS, itemsEach: 10 })
  const euis = farm.devices.map(({ eui }) => eui)
  let taken = 0
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      taken++
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const run = (perMessage: number, sent: boolean) => async () => {
    await product.owner.query('delete from furrow.push_target where tenant_id = $1', [TENANT])
    if (sent)
      await product.owner.query(
        `insert into furrow.push_target (tenant_id, name, kind, address, key_id, sources, batch_size, interval_seconds, retention_hours)
         values ($1, 'bench', 'http', $2, 'k_bench', '{readings}', 1000, 1, 1)`,
        [TENANT, `http://${host}/`],
      )
    await product.restart({ ALARM_WEBHOOK_ALLOW: host })
    const before = taken
    const publishers = await Promise.all(
      euis.map((eui) =>
        connectPublisher({ host: '127.0.0.1', port: product.mqttPort, clientId: eui, userName: `${TENANT}/${eui}`, password: benchSecret }),
      ),
    )
    const figures = await pour(publishers, euis, perMessage)
    for (const publisher of publishers) publisher.close()
    // Under such a load little is sent; what waits is sent when it is over.
    for (const until = performance.now() + SENT_WITHIN_MS; sent && taken === before;) {
      if (performance.now() > until) throw new Error('nothing was sent to the receiver')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return figures
  }
  const seen = await interleave(rounds, {
    'sent, 1 a message': run(1, true),
    'not sent, 1 a message': run(1, false),
    'sent, 10 a message': run(10, true),
    'not sent, 10 a message': run(10, false),
  })
  await product.owner.query('delete from furrow.push_target where tenant_id = $1', [TENANT])
  receiver.closeAllConnections()
  receiver.close()
  const verdict = judge(rounds, seen)
  const ratio = (n: 1 | 10) => seen[`sent, ${n} a message`]['readings/s']! / seen[`not sent, ${n} a message`]['readings/s']!
  return [
    table(`Readings acknowledged a second with a receiver and without (${CLIENTS} clients, QoS 1, ${IN_FLIGHT} in flight)`, seen, 0),
    verdict('sent / not sent at one reading a message', ratio(1), 0.95, 'atLeast'),
    verdict('sent / not sent at ten readings a message', ratio(10), 0.95, 'atLeast'),
  ].join('\n')
}
