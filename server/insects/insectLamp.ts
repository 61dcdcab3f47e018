import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Presence } from '#contract/devices/device'
import { LAMP_TYPES } from '#contract/insects/insectType'
import type { Picture } from '#contract/insects/picture'
import type { CommandAnswer } from '../ground/commandDesk.ts'
import type { Context } from '../ground/contents.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { readCurves } from '../ground/history/curve.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { namedItems, rangeOf } from '../devices/collect.ts'
import { toDeviceRecords } from '../devices/concentrators.ts'
import { controlSwitch } from '../devices/controlSwitch.ts'
import { deviceList, type DeviceRow, mustAllow, rowsOfDevices } from '../devices/deviceRows.ts'
import { setSettings, settingsHeld } from '../devices/deviceSettings.ts'
import { nextOf } from '../devices/photographs/photographs.ts'
import { drawnById, pictureRows, toPictures } from './pictureRows.ts'
import { drawBoxes, reIdentify } from './pictures.ts'
import { askPhotograph } from '../devices/photographs/uploads.ts'
import { switchesOf } from '../devices/switchRows.ts'
import { switchName } from '../devices/words.ts'

const LAMPS = { types: LAMP_TYPES } as const
const MOST_POINTS = 2000

/** The lamp of this EUI that the caller may see. */
async function findLamp(scope: Scope, asking: Asking, imei: string): Promise<DeviceRow> {
  const row = await rowsOfDevices(scope, asking.grant, LAMPS).where('device.eui', '=', imei).executeTakeFirst()
  if (!row) throw new CallFailure('error.device.serialUnknown')
  return row
}

/** The newest picture of each of these lamps. */
async function newestPictures(scope: Scope, asking: Asking, ids: readonly number[]): Promise<ReadonlyMap<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await pictureRows(scope, asking, { brought: false })
    .where(
      sql<boolean>`insect_picture.id in (select n.id from unnest(${[...ids]}::bigint[]) as lamp (id) cross join lateral (
        select p.id from insect_picture p where p.device_id = lamp.id order by p.taken_at desc, p.id desc limit 1) n)`,
    )
    .execute()
  return new Map((await toPictures(scope, rows)).map((one) => [one.concentratorId!, one]))
}

/** Insect lamps, by the ledger's own addresses: the record, settings, switches and readings of any device, and their pictures. */
export function insectLampHandlers(context: Context): Handlers<CallGroups['insectLamp']> {
  const { clock } = context
  const lampFor = (asking: Asking, imei: string) =>
    asking.inTenant(async (scope) => {
      const lamp = await findLamp(scope, asking, imei)
      mustAllow(asking.grant, lamp, 'edit')
      return lamp
    })
  async function turn(asking: Asking, imei: string, circuit: number, status: number, runSeconds?: number): Promise<CommandAnswer> {
    const lamp = await lampFor(asking, imei)
    const row = await asking.inTenant((scope) =>
      switchesOf(scope).where('switch.device_id', '=', lamp.id).where('switch.circuit', '=', circuit).executeTakeFirst(),
    )
    if (!row) throw notFound()
    return controlSwitch(context, asking, row, { status, runSeconds })
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { areaId, name, eui } = query
        const page = await deviceList(scope, asking, query, { ...LAMPS, areaId, name, eui })
        const pictures = await newestPictures(
          scope,
          asking,
          page.content.map(({ id }) => id),
        )
        return { ...page, content: page.content.map((one) => ({ ...one, newestPicture: pictures.get(one.id) ?? null })) }
      }),
    get: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const lamp = await findLamp(scope, asking, params.imei)
        const [record] = await toDeviceRecords(scope, asking, [lamp])
        return { ...record!, newestPicture: (await newestPictures(scope, asking, [lamp.id])).get(lamp.id) ?? null }
      }),
    historyImages: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const lamp = await findLamp(scope, asking, params.imei)
        const { from, to } = openRange(query, asking)
        let rows = pictureRows(scope, asking, { brought: false }).where('insect_picture.device_id', '=', lamp.id)
        if (from !== null) rows = rows.where('insect_picture.taken_at', '>=', from)
        if (to !== null) rows = rows.where('insect_picture.taken_at', '<', to)
        const page = await readPage(query, rows, (all) =>
          all.orderBy('insect_picture.taken_at', 'desc').orderBy('insect_picture.id', 'desc'),
        )
        return { ...page, content: await toPictures(scope, page.content as never) }
      }),
    historyData: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const { from, to } = rangeOf(query, asking)
        const lamp = await findLamp(scope, asking, params.imei)
        const items = await namedItems(scope, asking, lamp.id, query.itemIds)
        return readCurves(scope, { items, from, to, points: query.points, limit: MOST_POINTS, period: lamp.reporting_period, now: clock() })
      }),
    async configure({ body }, asking) {
      return setSettings(context, asking, await lampFor(asking, body.imei), body.values)
    },
    getConfigure: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const lamp = await findLamp(scope, asking, params.imei)
        return { ...(await settingsHeld(scope, lamp.id)), nextPhotographAt: await nextOf(scope, lamp.id) }
      }),
    controlDevice: ({ params, body: { status, minutes } }, asking) =>
      turn(asking, params.imei, 1, status, minutes === undefined ? undefined : minutes * 60),
    deviceSwitch: ({ params, body: { circuit, status } }, asking) => turn(asking, params.imei, circuit, status),
    async photograph({ params }, asking) {
      const { id, eui } = await lampFor(asking, params.imei)
      const { tenantId } = asking.grant
      return askPhotograph(context, { tenantId, id, eui }, { by: 'user', userId: asking.caller.userId })
    },
    analysis: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const lamp = await findLamp(scope, asking, params.imei)
        const id = query.pictureId ?? (await newestPictures(scope, asking, [lamp.id])).get(lamp.id)?.id
        if (id === undefined) return null
        const drawn = await drawnById(scope, asking, id)
        if (drawn.concentratorId !== lamp.id) throw notFound()
        return drawn
      }),
    simSelect: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const { eui, iccid, presence, heard_at } = await findLamp(scope, asking, params.imei)
        return { imei: eui, iccid, presence: presence as Presence, heardAt: heard_at }
      }),
    drawManually: ({ body }, asking) => drawBoxes(context, asking, body),
    reIdentify: ({ body }, asking) => reIdentify(context, asking, body.pictureId),
    statusCurve: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const { from, to } = rangeOf(query, asking)
        const lamp = await findLamp(scope, asking, params.imei)
        return { online: await presencesOf(scope, lamp.id, from, to), circuits: await circuitsOf(scope, asking, lamp.id, from, to) }
      }),
  }
}

/** A range of which either end may be open. */
function openRange(
  { startTime, endTime }: { startTime?: number | string | undefined; endTime?: number | string | undefined },
  asking: Asking,
) {
  const read = (name: 'startTime' | 'endTime', given: number | string | undefined) => {
    if (given === undefined) return null
    const moment = zonedMoment(given, asking.grant.timeZone, name === 'startTime' ? 'start' : 'end')
    if (moment === null) throw faultyField(asking.language, name)
    return moment
  }
  const [from, to] = [read('startTime', startTime), read('endTime', endTime)]
  if (from !== null && to !== null && from >= to) throw new CallFailure('error.range.empty')
  return { from, to }
}

/** What a log says within a range, after the last that it said before. */
const withBefore = (table: 'online_log' | 'switch_change', owner: ReturnType<typeof sql>, from: number, to: number) => sql`
  (select * from ${sql.table(table)} where ${owner} and at < ${from} order by at desc, id desc limit 1)
  union all (select * from ${sql.table(table)} where ${owner} and at >= ${from} and at < ${to} order by at, id limit ${MOST_POINTS})`

async function presencesOf(scope: Scope, deviceId: number, from: number, to: number) {
  const owner = sql`tenant_id = ${scope.tenantId} and device_id = ${deviceId}`
  const { rows } = await sql<{ at: number; presence: Presence }>`
    select at, presence from (${withBefore('online_log', owner, from, to)}) as log order by at, id`.execute(scope.raw)
  return rows.map(({ at, presence }) => ({ at: Math.max(from, at), presence }))
}

async function circuitsOf(scope: Scope, { language }: Asking, deviceId: number, from: number, to: number) {
  const switches = await scope
    .select('switch')
    .select(['switch.id', 'switch.circuit', 'switch.name'])
    .where('switch.device_id', '=', deviceId)
    .orderBy('switch.circuit')
    .execute()
  const circuits = []
  for (const one of switches) {
    const owner = sql`tenant_id = ${scope.tenantId} and switch_id = ${one.id}`
    const { rows } = await sql<{ at: number; status: number }>`
      select at, status from (${withBefore('switch_change', owner, from, to)}) as log order by at, id`.execute(scope.raw)
    circuits.push({
      circuit: one.circuit,
      name: switchName(language, one),
      changes: rows.map(({ at, status }) => ({ at: Math.max(from, at), status })),
    })
  }
  return circuits
}
