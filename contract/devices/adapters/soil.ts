import { z } from 'zod'
import { defineCall } from '../../core/call.ts'
import { integer, pageOf, pageQuery } from '../../core/values.ts'
import { rangeQuery } from '../collect.ts'
import { device, DEVICE_FOLLOWS, deviceRecord } from '../device.ts'
import { deviceTypes } from '../deviceType.ts'
import { recordCalls } from './recordCalls.ts'

const { code } = deviceTypes.soil
const path = '/wfpe/v1/{t}/device/soil'
const { record: _, ...records } = recordCalls('soil', path, `${path}/{id}`)

const figure = z.number().nullable()
/** °C, %, S/m. Layer 0 is the surface, which has a temperature alone (SOIL-01, SOIL-03). */
const layer = z.object({ number: z.int(), temperature: figure, humidity: figure, conductivity: figure, lastUpdateDate: z.int().nullable() })

const point = z.object({
  layer: z.int(),
  temperature: figure,
  humidity: figure,
  conductivity: figure,
  /** ms UTC: the start of a bucket where it is a mean. */
  uploadTime: z.int(),
})
const span = { least: figure, most: figure }
const expert = point.extend({ temperatureSpan: z.object(span), humiditySpan: z.object(span), conductivitySpan: z.object(span) })
export type SoilExpertRow = z.infer<typeof expert>

const layered = { ...rangeQuery, layer: integer(0, 10).optional() }

/** Soil moisture devices (2§7): the record and the readings of any device, told by layers. */
export const soilCalls = {
  ...records,
  area: defineCall({
    method: 'GET',
    path: `${path}/{id}/area`,
    permission: code,
    summary: "The soil devices of a base; id is the base's",
    query: z.object(pageQuery),
    answer: pageOf(device),
    follows: DEVICE_FOLLOWS,
  }),
  layers: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: code,
    summary: 'The newest readings of a soil device, layer by layer; surfaceFlag 1 where it has a layer 0, the surface (SOIL-02)',
    answer: z.object({ concentratorId: z.int(), surfaceFlag: z.int(), layerList: z.array(layer) }),
    follows: ['item', 'gateway'],
  }),
  info: defineCall({
    method: 'GET',
    path: `${path}/{id}/info`,
    permission: code,
    summary: 'The device record of a soil device (MAP-18)',
    answer: deviceRecord,
    follows: DEVICE_FOLLOWS,
  }),
  history: defineCall({
    method: 'GET',
    path: `${path}/{id}/history`,
    permission: code,
    summary: 'What its layers measured over a range, in order of layer and time; means of buckets. Fails with error.range.empty',
    query: z.object({ ...layered, points: integer(2, 500).default(200) }),
    answer: z.array(point),
    follows: ['item'],
  }),
  historyExpert: defineCall({
    method: 'GET',
    path: `${path}/{id}/history-expert`,
    permission: code,
    summary: 'The same with the least and the greatest of each bucket, for who judges irrigation (SOIL-05)',
    query: z.object({ ...layered, points: integer(2, 500).default(200) }),
    answer: z.array(expert),
    follows: ['item'],
  }),
  historyExpertFile: defineCall({
    method: 'GET',
    path: `${path}/{id}/history-expert/file`,
    permission: code,
    produces: 'text/csv; charset=utf-8',
    summary: 'The same as a table of comma-separated values, in the words of the caller and the zone of the tenant',
    query: z.object({ ...layered, points: integer(2, 500).default(500) }),
  }),
}
