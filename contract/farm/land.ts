import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, position, text } from '../core/values.ts'

export const LAND_TYPES = ['greenhouse', 'orchard', 'field', 'nurture'] as const
export type LandType = (typeof LAND_TYPES)[number]

/** A plot. `landProfile` is a ring of [longitude, latitude], WGS84, not closed; `landMeasure` is in mu (666.67 m2). */
export const land = z.object({
  landId: z.int(),
  areaId: z.int(),
  landName: z.string(),
  landType: z.enum(LAND_TYPES),
  /** Of nurture only (LAND-01). */
  nurtureKind: z.enum(['pond', 'animal']).nullable(),
  landMeasure: z.number().nullable(),
  landProfile: z.array(position).nullable(),
  landCenter: z.string().nullable(),
  profileColor: z.string().nullable(),
  outlineColor: z.string().nullable(),
  outlineWidth: z.number(),
  opacity: z.number(),
  variety: z.object({ name: z.string(), varietyImage: z.string().nullable() }).nullable(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})
export type Land = z.infer<typeof land>

export const landCalls = {
  page: defineCall({
    method: 'GET', path: '/wfpf/v1/{t}/land', permission: 'login', summary: 'Plots of the bases that the caller may see',
    query: z.object({ ...pageQuery, areaId: id.optional(), enabledFlag: integer(0, 1).optional(), landName: text(100).optional() }),
    answer: pageOf(land),
  }),
  get: defineCall({ method: 'GET', path: '/wfpf/v1/{t}/land/{id}', permission: 'login', summary: 'One plot', answer: land }),
}
