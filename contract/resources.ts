import type { AnyResource } from './core/resource.ts'
import { resources as farm } from './farm/resources.ts'
import { resources as organization } from './organization/resources.ts'

/** Every resource that is a list with a form, a line an area: server, console, references and one test run over it. */
export const resources = {
  ...farm,
  ...organization,
} as const satisfies Record<string, AnyResource>
export type ResourceName = keyof typeof resources
