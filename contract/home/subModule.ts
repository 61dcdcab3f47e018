import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { text } from '../core/values.ts'
import { menuItem } from '../session/user.ts'

/** HOME-02, TABS-04: modules that the home page shows, and panes that one of them keeps. */
export const SHOWN_MODULES = 9
export const MAX_PANES = 20

/**
 * `route` opens inside the product; `inner-link` is a page of the same house, which gets the access token; anything else opens as it is
 * in a new tab (HOME-03).
 */
export const moduleTypes = ['route', 'inner-link', 'outer-link'] as const

/** A module of the console, or a link that a tenant put beside them. `path` is the address of a link and the root of a route module. */
export const subModule = z.object({
  code: z.string(),
  name: z.string(),
  path: z.string(),
  type: z.enum(moduleTypes),
  icon: z.string(),
  description: z.string(),
  /** The root of a route module, which leads on to the pane that was opened last; '' for a link. */
  route: z.string(),
  maxPane: z.int(),
  /** The pages of the module that the caller may open. */
  list: z.array(menuItem),
  /** The page that opens where none was opened before; null for a link. */
  pane: z.string().nullable(),
  /** Which panes are open is known to the console alone. */
  openedPane: z.array(z.string()),
})
export type SubModule = z.infer<typeof subModule>

export interface MenuNode {
  readonly id: string
  readonly name: string
  readonly route: string
  readonly subMenus: readonly MenuNode[]
}
/** A page (a leaf with its route), a group or a module (`route` is ''). */
export const menuNode: z.ZodType<MenuNode> = z.object({
  id: z.string(),
  name: z.string(),
  route: z.string(),
  get subMenus() {
    return z.array(menuNode)
  },
})

const language = z.enum(['zh-CN', 'en-US'])

export const subModuleCalls = {
  all: defineCall({
    method: 'GET',
    path: '/iam/v1/{t}/sub-module',
    permission: 'login',
    summary: 'Every module of a tenant',
    query: z.object({ lang: language.optional() }),
    answer: z.array(subModule),
  }),
  self: defineCall({
    method: 'GET',
    path: '/iam/v1/{t}/sub-module/self',
    permission: 'login',
    persons: true,
    summary: 'The modules in which the caller may open a page, and the links of the tenant',
    query: z.object({ lang: language.optional() }),
    answer: z.array(subModule),
  }),
  tree: defineCall({
    method: 'GET',
    path: '/iam/stong/v1/menus/tree',
    permission: 'login',
    summary: 'The pages that the caller may open in the current tenant, by module and group',
    query: z.object({ lang: language.optional(), subModule: text(40).optional() }),
    answer: z.array(menuNode),
  }),
}
