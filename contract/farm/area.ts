import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery, text } from '../core/values.ts'

/** A base (AREA-05). `areaCenter` is `longitude,latitude`, WGS84; `areaMeasure` is in mu. */
export const area = z.object({
  areaId: z.int(),
  areaName: z.string(),
  areaNum: z.string().nullable(),
  areaCenter: z.string(),
  latlng: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  landCenter: z.string(),
  areaAddress: z.string().nullable(),
  areaCover: z.string().nullable(),
  areaMeasure: z.number().nullable(),
  landNum: z.int(),
  organizationType: z.string(),
  parentId: z.int(),
  areaUsage: z.string(),
  defaultFlag: z.int(),
  enabledFlag: z.int(),
  variety: z.array(z.object({ name: z.string(), varietyImage: z.string().nullable() })),
  objectVersionNumber: z.int(),
})
export type Area = z.infer<typeof area>

/** AREA-03: either order is read, a latitude is never beyond 90, in doubt longitude first; anything else is null. */
export function parseCenter(centre: string | null | undefined): { longitude: number; latitude: number } | null {
  const parts = (centre ?? '').split(/[,，]/)
  if (parts.length !== 2) return null
  const [first, second] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part))) as [number, number]
  if (!Number.isFinite(first) || !Number.isFinite(second)) return null
  const [longitude, latitude] = Math.abs(second) > 90 && Math.abs(first) <= 90 ? [second, first] : [first, second]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : null
}

export const areaCalls = {
  page: defineCall({
    method: 'GET', path: '/wfpf/v2/{t}/area', permission: 'login', summary: 'The bases that the caller may see, the default one first',
    query: z.object({ ...pageQuery, areaName: text(100).optional(), organizationType: text(20).optional() }), answer: pageOf(area),
  }),
  default: defineCall({
    method: 'GET', path: '/wfpf/v2/{t}/area/default', permission: 'login',
    summary: 'The base to open: the asked one where the caller may see it, else the default, else the first; null with no base',
    query: z.object({ areaId: id.optional() }), answer: area.nullable(),
  }),
  get: defineCall({ method: 'GET', path: '/wfpf/v1/{t}/area/{id}', permission: 'login', summary: 'One base', answer: area }),
}
