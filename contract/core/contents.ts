import type { AnyCall } from './call.ts'
import type { ChangeName } from './change.ts'
import type { AnyTopic } from './topic.ts'

/**
 * What an area brings. Its pages and resources stand apart (`pages.ts`, `resources.ts`): the console reads the lists of those, and fetches
 * the calls of an area with its screens.
 */
export interface Contents {
  /** By the name of their group: the operation id in OpenAPI is `<group>.<name>`. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, AnyCall>>>>
  readonly topics?: readonly AnyTopic[]
  /** `changes.ts`: the names of what consoles are told of. */
  readonly changes?: readonly ChangeName[]
}

/** Says what an area brings, once; `contract/areas.ts` has a line for each area. */
export const defineContents = <const Given extends Contents>(given: Given): Given => given
