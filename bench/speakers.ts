import { readFileSync } from 'node:fs'
import { connectPublisher, type Publisher } from './load.ts'
import { arrangeFarm, benchSecret, type Product } from './product.ts'

export const DEVICES = 10_000
export const GATEWAYS = 20
const IN_FLIGHT = 50
const SECONDS = 6
/** Of ten readings of a watched device one raises or clears. */
export const TURNS_AFTER = 10
const COLD = 20
/** What is watched for begins between cold and hot. */
const LIMIT = 30
const HOT = 40

/** A temperature of one device that is above the limit. */
export const hotLogic = (deviceId: number) => ({
  scope: { types: null, deviceIds: [deviceId], landIds: null },
  when: { kind: 'compare', code: 'temperature', is: 'above', limit: LIMIT, margin: 1, than: null },
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
})

/** Devices of one temperature each behind gateways that speak for them; `connect` once the server that they speak to is there. */
export async function arrangeSpeakers(product: Product, name: string) {
  const { owner } = product
  const { areaId, devices } = await arrangeFarm(owner, { name: `${name}-${Date.now()}`, devices: DEVICES, itemsEach: 1 })
  const gateways = await arrangeFarm(owner, { name: `${name}-gateways-${Date.now()}`, devices: GATEWAYS, itemsEach: 1 })
  await owner.query(`update item set code = 'temperature' where area_id = $1`, [areaId])
  await owner.query(
    `update device set parent_id = ($2::bigint[])[nr % $3 + 1] from unnest($1::bigint[]) with ordinality as n(one, nr) where id = one`,
    [[...devices.slice(1), devices[0]!].map(({ id }) => id), gateways.devices.map(({ id }) => id), GATEWAYS],
  )
  const connect = () =>
    Promise.all(
      gateways.devices.map(({ eui }) =>
        connectPublisher({ host: '127.0.0.1', port: product.mqttPort, clientId: eui, userName: `1/${eui}`, password: benchSecret }),
      ),
    )
  return { areaId, devices, connect }
}

/** How long a process has been on a core, in µs: other work on the machine changes it less than it does a rate. */
export function onCore(pid: number): number {
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

export interface Said {
  /** Of every device: how many readings it said, and the time of the newest, ms UTC. */
  readonly count: number[]
  readonly newest: number[]
}

/** Lets every gateway speak for its devices in turn for some seconds; with `turns` one of `watchedEach` of them comes and goes above the limit; answers the readings acknowledged a second, and all of them. */
export async function pour(
  publishers: readonly Publisher[],
  euis: readonly string[],
  said: Said,
  turns: boolean,
  watchedEach: number,
): Promise<{ perSecond: number; all: number }> {
  const began = performance.now()
  const before = publishers.reduce((sum, one) => sum + one.pubacks(), 0)
  let on = true
  const loops = publishers.map(async (publisher, gateway) => {
    let next = gateway
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (on) {
          const at = next
          next = (next + GATEWAYS) % DEVICES
          const ts = Math.max(Date.now(), said.newest[at]! + 1)
          said.newest[at] = ts
          // Each at a time of its own, all of them cold at first.
          const isHot = turns && Math.floor((said.count[at]!++ + (Math.floor(at / watchedEach) % TURNS_AFTER)) / TURNS_AFTER) % 2 === 1
          await publisher.publish(`furrow/1/${euis[at]}/readings`, `{"ts":${ts},"values":{"temperature":${isHot ? HOT : COLD}}}`)
        }
      }),
    )
  })
  await new Promise((done) => setTimeout(done, SECONDS * 1000))
  const acks = publishers.reduce((sum, one) => sum + one.pubacks(), 0) - before
  const seconds = (performance.now() - began) / 1000
  on = false
  await Promise.all(loops)
  return { perSecond: acks / seconds, all: publishers.reduce((sum, one) => sum + one.pubacks(), 0) - before }
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('what was waited for did not come about')
    await new Promise((again) => setTimeout(again, 100))
  }
}
