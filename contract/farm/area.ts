import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import {
  amount,
  choiceOr,
  contact,
  image,
  images,
  neededText,
  patterned,
  point,
  quantity,
  setting,
  shortText,
  switchedFlag,
  unseen,
} from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id, pageOf, pageQuery, text } from '../core/values.ts'

export const AREA_USAGES = ['plant', 'nurture'] as const
/** NOVICE-05: the hyphen is accepted, and the message names it. */
export const AREA_NUM = /^[A-Za-z0-9_-]{1,60}$/

/** A base (AREA-05, LAND-04). `latlng` is WGS84 and travels as `longitude,latitude` in `areaCenter` too; `areaMeasure` is in mu. */
export const area = defineResource({
  trail: 'area',
  name: 'area',
  area: 'farm',
  path: '/wfpf/v1/{t}/area',
  idName: 'areaId',
  shape: 'body',
  offline: 'read',
  title: 'areaName',
  code: 'wfpf.farm.farm.base',
  searchable: ['areaName', 'fullName', 'areaNum', 'areaAddress'],
  unique: ['areaNum'],
  readers: 'login',
  fields: {
    areaName: neededText(60),
    fullName: shortText(120),
    areaNum: patterned(AREA_NUM, 'code'),
    areaUsage: choiceOr(AREA_USAGES, 'plant'),
    leaderName: shortText(60),
    phone: contact(),
    landline: contact(),
    areaAddress: shortText(200),
    latlng: point(),
    areaMeasure: quantity('mu'),
    altitude: amount('m', -500, 9000),
    areaCover: image(),
    sceneImages: images(6),
    defaultFlag: switchedFlag(0),
    enabledFlag: switchedFlag(1),
    organizationType: unseen(choiceOr(['area'], 'area')),
    parentId: unseen(setting('', 0, 0, 0)),
  },
  follows: ['land', 'variety'],
  derived: {
    areaCenter: z.string(),
    landCenter: z.string(),
    landNum: z.int(),
    variety: z.array(z.object({ name: z.string(), varietyImage: z.string().nullable() })),
  },
})
export type Area = z.infer<typeof area.record>

/** AREA-03: either order is read, a latitude is never beyond 90, in doubt longitude first; anything else is null. */
export function parseCenter(centre: string | null | undefined): { longitude: number; latitude: number } | null {
  const parts = (centre ?? '').split(/[,，]/)
  if (parts.length !== 2) return null
  const [first, second] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part))) as [number, number]
  if (!Number.isFinite(first) || !Number.isFinite(second)) return null
  const [longitude, latitude] = Math.abs(second) > 90 && Math.abs(first) <= 90 ? [second, first] : [first, second]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : null
}

const place = area.create.shape.latlng
type Place = z.output<typeof place>
/** The centre as the answers write it; POST and PUT take it instead of `latlng`. */
const centred = { areaCenter: text(60).nullable().default(null) }

/** One place of the two: a text that is none becomes empty (AREA-03), and two that differ are refused. */
function takeCentre<Body extends { areaCenter: string | null; latlng: Place }>({ areaCenter, ...body }: Body, context: z.RefinementCtx) {
  const centre = parseCenter(areaCenter)
  if (centre === null) return body
  const { latlng } = body
  if (latlng == null || isSame(centre, latlng)) return { ...body, latlng: centre }
  context.addIssue({ code: 'custom', path: ['areaCenter'], message: 'invalid' })
  return z.NEVER
}
/** To a tenth of a metre, so that the text and the numbers of one answer agree. */
const isSame = (one: NonNullable<Place>, other: NonNullable<Place>) =>
  Math.abs(one.longitude - other.longitude) < 1e-6 && Math.abs(one.latitude - other.latitude) < 1e-6

export const areaCalls = {
  ...area.calls,
  create: defineCall({ ...area.calls.create, body: area.create.extend(centred).transform(takeCentre) }),
  update: defineCall({ ...area.calls.update, body: area.update.extend(centred).transform(takeCentre) }),
  /** Every base, disabled ones too, as they are managed. */
  list: area.calls.page,
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v2/{t}/area',
    permission: 'login',
    summary: 'The enabled bases that the caller may see, the default one first',
    query: z.object({
      ...pageQuery,
      areaName: text(100).optional(),
      /** Words that name, number and address together hold. */
      find: text(100).optional(),
      organizationType: text(20).optional(),
    }),
    answer: pageOf(area.record),
    follows: ['area', 'land', 'variety'],
    offline: true,
  }),
  default: defineCall({
    method: 'GET',
    path: '/wfpf/v2/{t}/area/default',
    permission: 'login',
    summary: 'The base to open: the asked one where the caller may see it, else the default, else the first; null with no base',
    query: z.object({ areaId: id.optional() }),
    offline: true,
    answer: area.record.nullable(),
    follows: ['area', 'land', 'variety'],
  }),
}
