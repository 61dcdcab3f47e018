import type { Both } from './core/both.ts'
import type { AnyResource } from './core/resource.ts'
import { lists } from './lists.ts'

/** Every resource that is a list with a form: server, console, references and one test run over it. */
export const resources: Both<(typeof lists)[keyof typeof lists]['resources']> = Object.assign(
  {},
  ...Object.values(lists).map((list) => list.resources),
)
export type ResourceName = keyof typeof resources

resources satisfies Record<string, AnyResource>
