import { randomBytes } from 'node:crypto'
import type { Mapping } from '#contract/devices/mapping'
import { switchSet } from '#contract/devices/verbs'
import { hashSecret } from '#server/ground/broker/secret'
import { aFarm, type Farm } from './farm.ts'

export const aCircuit = (given: Partial<Mapping['circuits'][number]>): Mapping['circuits'][number] => ({
  circuit: 1,
  method: '',
  params: {},
  key: 'state',
  shows: {},
  port: null,
  confirmed: false,
  ...given,
})
export const anItem = (given: Partial<Mapping['items'][number]>): Mapping['items'][number] => ({
  key: '',
  bytes: null,
  port: null,
  code: 'a',
  factor: 1,
  offset: 0,
  unit: null,
  ...given,
})
const kept = (mapping: Partial<Mapping>) => JSON.stringify(mapping) as never

/** A record that signs in by a token, with devices behind it, by their EUIs. */
export async function aSpeaker(farm: Farm, protocol: Mapping['protocol'], behind: Readonly<Record<string, Partial<Mapping>>>) {
  const made = await aFarm(farm)
  const token = randomBytes(15).toString('base64url')
  await farm.query('update furrow.device set token_hash = $1, mapping = $2 where id = $3', [
    hashSecret(token),
    kept({ protocol }),
    made.device.id,
  ])
  const nodes = []
  for (const [eui, mapping] of Object.entries(behind))
    nodes.push(
      await farm.build.aDevice({
        tenant_id: made.tenant.id,
        area_id: made.area.id,
        parent_id: made.device.id,
        eui,
        name: `Node ${eui}`,
        device_type: 'lorawan_node',
        mapping: kept({ protocol, ...mapping }),
      }),
    )
  return { ...made, token, node: nodes[0]!, nodes }
}

/** What of a device stands in the database. */
export const rowsOf = (farm: Farm) => ({
  readings: (deviceId: number) =>
    farm.query<{ code: string; ts: number; value: number | null; unit: string | null }>(
      `select i.code, i.unit, r.ts, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1
       order by r.ts, r.place, i.code`,
      [deviceId],
    ),
  async values(deviceId: number) {
    return Object.fromEntries((await this.readings(deviceId)).map(({ code, value }) => [code, value]))
  },
  async words(deviceId: number) {
    const rows = await farm.query<{ name: string; value: string }>('select name, value from furrow.device_word where device_id = $1', [
      deviceId,
    ])
    return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  },
  async states(deviceId: number) {
    const rows = await farm.query<{ circuit: number; status: number | null }>(
      'select circuit, status from furrow.switch where device_id = $1',
      [deviceId],
    )
    return Object.fromEntries(rows.map(({ circuit, status }) => [circuit, status]))
  },
  rejected: (deviceId: number) =>
    farm.query<{ reason: string; payload: string; notes: object[] }>(
      'select reason, payload, notes from furrow.rejected_message where device_id = $1 order by id',
      [deviceId],
    ),
  async presence(deviceId: number) {
    return (await farm.query<{ presence: string }>('select presence from furrow.device where id = $1', [deviceId]))[0]!.presence
  },
  async command(id: string) {
    const [row] = await farm.query<{ state: string; message: string | null }>('select state, message from furrow.command where id = $1', [
      id,
    ])
    return row!
  },
})

export const ask = (farm: Farm, tenantId: number, deviceId: number, status: number, circuit = 1) =>
  farm.live.desk.request({
    tenantId,
    deviceId,
    verb: switchSet,
    args: { circuit, status },
    asker: { by: 'makeSafe', userId: null },
    priority: 'interlock',
  })
