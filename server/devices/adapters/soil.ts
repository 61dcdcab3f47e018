import type { CallGroups } from '#contract/calls'
import type { SoilExpertRow } from '#contract/devices/adapters/soil'
import { SOIL_FACTS, soilLayerOf } from '#contract/devices/soilLayer'
import { CallFailure } from '../../ground/failure.ts'
import { readCurves } from '../../ground/history/curve.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { say } from '../../ground/words.ts'
import { wallClock, zonedMoment } from '#contract/core/zonedMoment'
import { toDeviceRecords } from '../concentrators.ts'
import { deviceRecords } from '../deviceRecord.ts'
import { deviceList, findDevice } from '../deviceRows.ts'

const TYPES = ['soil'] as const

interface Wanted {
  readonly startTime: number | string
  readonly endTime: number | string
  readonly layer?: number | undefined
  readonly points: number
}

/** Soil devices, by the ledger's own addresses. */
export function soilHandlers(services: Pick<Services, 'live' | 'broker' | 'desk' | 'clock'>): Handlers<CallGroups['soil']> {
  const records = deviceRecords(services)

  async function rows(asking: Asking, id: number, wanted: Wanted): Promise<SoilExpertRow[]> {
    const from = zonedMoment(wanted.startTime, asking.grant.timeZone, 'start')
    const to = zonedMoment(wanted.endTime, asking.grant.timeZone, 'end')
    if (from == null || to == null) throw faultyField(asking.language, from == null ? 'startTime' : 'endTime')
    if (from >= to) throw new CallFailure('error.range.empty')
    return asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, id, TYPES)
      const items = await scope
        .select('item')
        .select(['item.id', 'item.code', 'item.unit'])
        .where('item.device_id', '=', device.id)
        .where('item.hidden', '=', 0)
        .execute()
      const layered = items.flatMap((item) => {
        const place = soilLayerOf(item.code)
        return place === null || (wanted.layer != null && place.layer !== wanted.layer) ? [] : [{ ...item, name: item.code, ...place }]
      })
      const curves = await readCurves(scope, {
        items: layered,
        from,
        to,
        points: wanted.points,
        period: device.reporting_period,
        now: services.clock(),
      })
      const found = new Map<string, SoilExpertRow>()
      curves.forEach((curve, at) => {
        const { layer, fact } = layered[at]!
        curve.collectionTime.forEach((time, nth) => {
          const value = curve.collectionData[nth] ?? null
          // A gap is no row.
          if (value === null) return
          const key = `${layer}/${time}`
          const row = found.get(key) ?? bare(layer, time)
          row[fact] = value
          row[`${fact}Span`] = { least: curve.min[nth] ?? null, most: curve.max[nth] ?? null }
          found.set(key, row)
        })
      })
      return [...found.values()].toSorted((one, other) => one.layer - other.layer || one.uploadTime - other.uploadTime)
    })
  }

  return {
    add: ({ body }, asking) => records.create(asking, { ...body, deviceType: TYPES[0] }),
    edit: ({ body }, asking) => records.update(asking, { ...body, deviceType: TYPES[0] }, TYPES),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber, TYPES),
    area: ({ params, query }, asking) => asking.inTenant((scope) => deviceList(scope, asking, query, { types: TYPES, areaId: params.id })),
    layers: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id, TYPES)
        const items = await scope
          .select('item')
          .select(['item.code', 'item.last_value', 'item.last_ts'])
          .where('item.device_id', '=', device.id)
          .where('item.hidden', '=', 0)
          .execute()
        const layers = new Map<number, ReturnType<typeof bareLayer>>()
        for (const { code, last_value, last_ts } of items) {
          const place = soilLayerOf(code)
          if (place === null) continue
          const layer = layers.get(place.layer) ?? bareLayer(place.layer)
          layer[place.fact] = last_value
          layer.lastUpdateDate = Math.max(layer.lastUpdateDate ?? 0, last_ts ?? 0) || null
          layers.set(place.layer, layer)
        }
        return {
          concentratorId: device.id,
          surfaceFlag: layers.has(0) ? 1 : 0,
          layerList: [...layers.values()].toSorted((one, other) => one.number - other.number),
        }
      }),
    info: ({ params }, asking) =>
      asking.inTenant(async (scope) => (await toDeviceRecords(scope, asking, [await findDevice(scope, asking, params.id, TYPES)]))[0]!),
    async history({ params, query }, asking) {
      const found = await rows(asking, params.id, query)
      return found.map(({ layer, temperature, humidity, conductivity, uploadTime }) => ({
        layer,
        temperature,
        humidity,
        conductivity,
        uploadTime,
      }))
    },
    historyExpert: ({ params, query }, asking) => rows(asking, params.id, query),
    async historyExpertFile({ params, query }, asking) {
      const found = await rows(asking, params.id, query)
      const word = (key: string) => say(asking.language, `devices:soil.${key}`)
      const heads = ['layer', 'time', ...SOIL_FACTS.flatMap((fact) => [fact, `${fact}Least`, `${fact}Most`])].map(word)
      const lines = found.map((row) => [
        row.layer === 0 ? word('surface') : String(row.layer),
        new Date(wallClock(row.uploadTime, asking.grant.timeZone)).toISOString().slice(0, 19).replace('T', ' '),
        ...SOIL_FACTS.flatMap((fact) => [row[fact], row[`${fact}Span`].least, row[`${fact}Span`].most].map((value) => value ?? '')),
      ])
      // Marked as UTF-8, or spreadsheets read Chinese words as something else.
      return `\uFEFF${[heads, ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`
    },
  }
}

const NONE = { least: null, most: null }
const bare = (layer: number, uploadTime: number): SoilExpertRow => ({
  layer,
  temperature: null,
  humidity: null,
  conductivity: null,
  uploadTime,
  temperatureSpan: NONE,
  humiditySpan: NONE,
  conductivitySpan: NONE,
})
const bareLayer = (number: number) => ({
  number,
  temperature: null as number | null,
  humidity: null as number | null,
  conductivity: null as number | null,
  lastUpdateDate: null as number | null,
})
