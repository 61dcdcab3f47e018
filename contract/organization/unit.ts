import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { columnsOf } from '../core/columns.ts'
import { XLSX } from '../core/resource.ts'
import { id, integer, requiredText, text, tidyText } from '../core/values.ts'
import { MADE_KINDS, MOST_PLACED, UNIT_KINDS } from './unitKinds.ts'

export const ORGANIZATION_READ = 'wfpf.company.config.organization' as const
export const ORGANIZATION_CREATE = 'wfpf.company.config.organization.ps.create' as const
export const ORGANIZATION_EDIT = 'wfpf.company.config.organization.ps.edit' as const
export const ORGANIZATION_DELETE = 'wfpf.company.config.organization.ps.delete' as const
export const ORGANIZATION_EXPORT = 'wfpf.company.config.organization.ps.export' as const

const version = integer(1, 2_000_000_000)
export const UNIT_NAME_MAX = 60
export const UNIT_CODE = /^[A-Za-z0-9_-]{1,30}$/
export const STAFF_TITLE_MAX = 60

const unit = z.object({
  unitId: z.int(),
  kind: z.enum(UNIT_KINDS),
  /** Null of the enterprise, and of what stands in a base's place for who does not see what is above. */
  parentId: z.int().nullable(),
  name: z.string(),
  code: z.string().nullable(),
  /** The base that it is. */
  areaId: z.int().nullable(),
  leaderId: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type Unit = z.infer<typeof unit>

const staff = z.object({
  userId: z.int(),
  realName: z.string(),
  title: z.string().nullable(),
  /** Null of who was given no place yet. */
  unitId: z.int().nullable(),
  /** The leader who was named for this person, before those of the units. */
  leaderId: z.int().nullable(),
  objectVersionNumber: z.int(),
})
export type Staff = z.infer<typeof staff>

export interface OrganizationTree {
  readonly units: readonly Unit[]
  readonly staff: readonly Staff[]
}

const line = z.object({
  userId: z.int(),
  /** Null of who was named and has left: approvals ask the administrator in their place. */
  realName: z.string().nullable(),
  /** The unit whose leader it is; null of one who was named for the person below. */
  unitId: z.int().nullable(),
})

/** The fields that a person types of a unit. */
const typed = {
  name: requiredText(UNIT_NAME_MAX).nullable().default(null),
  code: tidyText().regex(UNIT_CODE, 'code').nullable().default(null),
  leaderId: id.nullable().default(null),
}
const fails = {
  place:
    'Fails with error.organization.departmentPlace (ORG-01), .companyPlace (ORG-02), .deep, .parentUnknown, or beside the name where a sister has it',
}
const path = '/wfpf/v1/{t}/organization-unit'

export const unitCalls = {
  tree: defineCall({
    method: 'GET',
    path: `${path}/tree`,
    permission: ORGANIZATION_READ,
    summary:
      'The whole organisation: units, each after its elder sisters, and the people of the tenant by name, one array a field. Whose role names bases sees these',
    answer: z.object({ units: z.array(unit), staff: columnsOf(staff) }),
    follows: ['orgUnit', 'area', 'corporation'],
  }),
  create: defineCall({
    method: 'POST',
    trail: 'orgUnit',
    path,
    permission: ORGANIZATION_CREATE,
    summary: `A company or a department, last under its parent. ${fails.place}`,
    body: z.object({ ...typed, name: requiredText(UNIT_NAME_MAX), kind: z.enum(MADE_KINDS), parentId: id }),
    answer: unit,
  }),
  update: defineCall({
    method: 'PUT',
    trail: 'orgUnit',
    path,
    permission: ORGANIZATION_EDIT,
    summary: 'Name, code and leader of a unit. What an enterprise and a base are called is said where they are, and not taken here',
    body: z.object({ ...typed, unitId: id, objectVersionNumber: version }),
    answer: unit,
  }),
  move: defineCall({
    method: 'PUT',
    trail: 'orgUnit',
    path: `${path}/move`,
    permission: ORGANIZATION_EDIT,
    summary: `A unit, with all that is under it, under another parent or among its sisters: before \`beforeId\`, else last. ${fails.place}; error.organization.circle under itself`,
    body: z.object({ unitId: id, parentId: id, beforeId: id.nullable().default(null), objectVersionNumber: version }),
    answer: unit,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'orgUnit',
    path,
    permission: ORGANIZATION_DELETE,
    summary: 'An empty company or department. Fails with error.organization.hasUnits, .hasStaff or .notHere (an enterprise, a base)',
    body: z.object({ unitId: id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
  staff: defineCall({
    method: 'PUT',
    trail: ['orgUnit', 'member', 'leader'],
    path: `${path}/staff`,
    permission: ORGANIZATION_EDIT,
    summary:
      'Where a person works, as what, and the leader who is named for them alone. Fails with error.organization.staffPlace under an enterprise (ORG-03), error.approval.leaderLoop',
    body: z.object({
      userId: id,
      unitId: id.nullable().default(null),
      title: text(STAFF_TITLE_MAX).nullable().default(null),
      leaderId: id.nullable().default(null),
      objectVersionNumber: version,
    }),
    answer: staff,
  }),
  place: defineCall({
    method: 'PUT',
    trail: ['orgUnit', 'member'],
    path: `${path}/place`,
    permission: ORGANIZATION_EDIT,
    summary: 'Several people go to one unit, all or none. Fails with error.organization.staffPlace under an enterprise (ORG-03)',
    body: z.object({
      unitId: id.nullable(),
      people: z
        .array(z.object({ userId: id, objectVersionNumber: version }))
        .min(1)
        .max(MOST_PLACED),
    }),
    answer: z.array(staff),
  }),
  line: defineCall({
    method: 'GET',
    path: `${path}/line`,
    permission: ORGANIZATION_READ,
    summary: 'The leaders above a person, the nearest first, as approvals ask them',
    query: z.object({ userId: id }),
    answer: z.array(line),
    follows: ['orgUnit'],
  }),
  export: defineCall({
    method: 'GET',
    path: `${path}/export`,
    permission: ORGANIZATION_EXPORT,
    produces: XLSX,
    summary: "The tree as a spreadsheet, a line a person or empty unit, in the caller's language",
  }),
}
