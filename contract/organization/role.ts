import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'

export const ROLE_READ = 'wfpf.company.config.role' as const
export const ROLE_CREATE = 'wfpf.company.config.role.ps.create' as const
export const ROLE_EDIT = 'wfpf.company.config.role.ps.edit' as const
export const ROLE_DELETE = 'wfpf.company.config.role.ps.delete' as const
/** Gives roles to people and takes them away. */
export const ROLE_ASSIGN = 'wfpf.company.config.role.ps.assign' as const

export const ROLE_NAME_MAX = 40
/** More than every code there is, so that a role can name each of them. */
const MOST_CODES = 2000
const MOST_BASES = 500
const MOST_COMPANIES = 50

/** The columns of the matrix that have one button each; what a page can do beside these stands under others. */
export const ROLE_COLUMNS = ['create', 'edit', 'delete', 'control', 'export'] as const
export type RoleColumn = (typeof ROLE_COLUMNS)[number]

const version = integer(1, 2_000_000_000)
/** A code, or a pattern that ends in `*` and lends all codes that begin so. */
const code = z
  .string()
  .max(200)
  .regex(/^(?:\*|wfpf\.[A-Za-z0-9_.-]*\*?)$/)
const typed = { name: requiredText(ROLE_NAME_MAX), codes: z.array(code).max(MOST_CODES) }

/** Where a role is given. */
export const givenPlaces = {
  /** Every base, those to come as well; `areaIds` is empty then. */
  everyBase: z.boolean(),
  areaIds: z.array(id).max(MOST_BASES),
  /** Companies: the bases below them, those to come as well. */
  companyIds: z.array(id).max(MOST_COMPANIES).default([]),
}

const role = z.object({
  roleId: z.int(),
  name: z.string(),
  codes: z.array(z.string()),
  /** How many people have it. */
  people: z.int(),
  objectVersionNumber: z.int(),
})
export type Role = z.infer<typeof role>

const assignment = z.object({
  roleId: z.int(),
  roleName: z.string(),
  userId: z.int(),
  realName: z.string(),
  enabled: z.boolean(),
  /** Null: every base, those to come as well. A base that the reader does not see has no name. */
  bases: z.array(z.object({ areaId: z.int(), areaName: z.string().nullable() })).nullable(),
  /** For which companies: for the bases below them, those to come as well. What is named by itself stands in `named`. */
  companies: z.array(z.object({ unitId: z.int(), name: z.string() })),
  named: z.array(z.int()),
  objectVersionNumber: z.int(),
})
export type Assignment = z.infer<typeof assignment>

export const matrixRow = z.object({
  /** The page's code; what its buttons are called begins so. */
  code: z.string(),
  /** The page's code where it opens or reads something itself. */
  view: z.string().nullable(),
  module: z.enum(['farm', 'company', 'inventory']),
  group: z.string().nullable(),
  /** Key of what the page is called, as in the menu. */
  title: z.string(),
  buttons: z.partialRecord(z.enum(ROLE_COLUMNS), z.string()),
  others: z.array(z.string()),
})
export type MatrixRow = z.infer<typeof matrixRow>

const path = '/wfpf/v1/{t}/role'
const given = '/wfpf/v1/{t}/role-assignment'
const beyond = 'Fails with error.role.beyond where it gives or takes what the caller does not have, in a base or in all'
const last = 'error.role.lastAdministrator where nobody would hold every right in every base any more'

export const roleCalls = ofPersons({
  page: defineCall({
    method: 'GET',
    path,
    permission: ROLE_READ,
    summary: 'Roles by name, with how many people have each',
    query: z.object({ ...pageQuery, search: text(100).optional() }),
    answer: pageOf(role),
    follows: ['role'],
  }),
  matrix: defineCall({
    method: 'GET',
    path: `${path}/matrix`,
    permission: ROLE_READ,
    summary: 'Every page in the order of the menus, with the codes of the buttons that its calls have',
    answer: z.array(matrixRow),
  }),
  create: defineCall({
    method: 'POST',
    trail: 'role',
    path,
    permission: ROLE_CREATE,
    summary: `Makes a role. ${beyond}`,
    body: z.object(typed),
    answer: role,
  }),
  update: defineCall({
    method: 'PUT',
    trail: 'role',
    path,
    permission: ROLE_EDIT,
    summary: `Changes a role; a stale version answers 409. ${beyond}, for everybody who has it; ${last}`,
    body: z.object({ ...typed, roleId: id, objectVersionNumber: version }),
    answer: role,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'role',
    path,
    permission: ROLE_DELETE,
    summary: `Deletes a role that nobody has and no flow of approval names (error.role.inUse says who does); answers 1. ${beyond}`,
    body: z.object({ roleId: id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
  assignments: defineCall({
    method: 'GET',
    path: given,
    permission: ROLE_READ,
    summary: 'Who has which role, for which bases: of one role, of one person, or all',
    query: z.object({ ...pageQuery, roleId: id.optional(), userId: id.optional() }),
    answer: pageOf(assignment),
    follows: ['role', 'area'],
  }),
  assign: defineCall({
    method: 'PUT',
    trail: 'grant',
    path: given,
    permission: ROLE_ASSIGN,
    summary: `Gives a role to a person, or changes for which bases and companies at its version; without a version it must be new. ${beyond}; ${last}`,
    body: z.object({
      roleId: id,
      userId: id,
      ...givenPlaces,
      objectVersionNumber: version.nullable().default(null),
    }),
    answer: assignment,
  }),
  unassign: defineCall({
    method: 'DELETE',
    trail: 'grant',
    path: given,
    permission: ROLE_ASSIGN,
    summary: `Takes a role from a person; answers 1. ${beyond}; ${last}`,
    body: z.object({ roleId: id, userId: id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
})
