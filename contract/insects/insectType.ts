import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { ChangeName } from '../core/change.ts'
import { id, integer, pageOf, pageQuery, requiredText, text, tidyText } from '../core/values.ts'
import { deviceTypes, devicePages } from '../devices/deviceType.ts'

/** The lamps whose sheets are photographed. */
export const LAMP_TYPES = ['insectSituationLamp', 'insectSituationLamp_II', 'insectSituationLamp_IV'] as const
const { code, codes } = deviceTypes.insectSituationLamp
/** PEST-04: `pest` lists every lamp, `pest-lamp` manages the lamps' switches and schedule. */
export const PEST = code
export const PEST_EDIT = codes.edit
export const LAMP_PAGE = devicePages['pest-lamp'].code
export const LAMP_EDIT = devicePages['pest-lamp'].codes.edit
/** Opens /web/agriculture/identify. */
export const IDENTIFY = 'wfpf.farm.agriculture.identify'
export const INSECT_READERS = [PEST, LAMP_PAGE, IDENTIFY] as const

export const TYPE_FOLLOWS: readonly ChangeName[] = ['insectType']

/** A kind of insect of the tenant. `code` is what a model's labels call it; `name` is the one of the caller's language. */
export const insectType = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  zhName: z.string(),
  enName: z.string(),
  description: z.string().nullable(),
  /** 1: not offered for boxes and notes any more; what was found of it is still counted. */
  hidden: z.int(),
  objectVersionNumber: z.int(),
})
export type InsectType = z.infer<typeof insectType>

const written = {
  zhName: requiredText(60),
  enName: requiredText(60),
  description: text(500).nullable().default(null),
}
const path = '/wfpe/v2/{t}/insect-type'

export const insectTypeCalls = {
  organization: defineCall({
    method: 'GET',
    path: `${path}/organization`,
    permission: INSECT_READERS,
    summary: 'The kinds of insects that the tenant counts, in order of their code',
    query: z.object({ ...pageQuery, size: integer(0, 10_000).default(0), name: text(60).optional() }),
    answer: pageOf(insectType),
    follows: TYPE_FOLLOWS,
  }),
  details: defineCall({
    method: 'GET',
    path: `${path}/{id}/details`,
    permission: INSECT_READERS,
    summary: 'A kind of insect',
    answer: insectType,
    follows: TYPE_FOLLOWS,
  }),
  add: defineCall({
    method: 'POST',
    trail: 'insectType',
    path,
    permission: PEST_EDIT,
    summary: 'Makes a kind of insect. Fails with error.record.taken where the code is there',
    body: z.object({ code: tidyText().regex(/^[A-Za-z0-9][A-Za-z0-9_. -]{0,59}$/, 'code'), ...written }),
    answer: insectType,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'insectType',
    path,
    permission: PEST_EDIT,
    summary: 'Renames a kind of insect, hides it or shows it again; a stale version answers 409',
    body: z.object({ id, objectVersionNumber: integer(1, 2_000_000_000), hidden: integer(0, 1).default(0), ...written }),
    answer: insectType,
  }),
}
