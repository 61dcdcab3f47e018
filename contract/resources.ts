import type { AnyResource } from './core/resource.ts'
import { area } from './farm/area.ts'
import { land } from './farm/land.ts'
import { worker } from './farm/worker.ts'
import { crop } from './organization/crop.ts'
import { taskType } from './organization/taskType.ts'
import { variety } from './organization/variety.ts'

/** Every resource that is a list with a form: server, console, references and one test run over it. */
export const resources = { area, land, worker, crop, variety, taskType } as const satisfies Record<string, AnyResource>
export type ResourceName = keyof typeof resources
