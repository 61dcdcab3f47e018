import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { id, integer, requiredText, text } from '../core/values.ts'

/** The most common entrances that one user keeps. */
const MAX_ENTRANCES = 60

/** HOME-10: the entrances of a user who has chosen none, as far as they exist and may be opened. */
export const DEFAULT_ENTRANCES = [
  '/map',
  '/web/farm/map',
  '/web/equipment/warning-manage',
  '/web/equipment/camera',
  '/web/equipment/transducer',
  '/system/corporation',
  '/system/basemanage',
  '/web/equipment/gateway',
  '/web/equipment/warning-staff',
] as const

/** A common entrance (HOME-07). `menuId` is the id of its node in the menu tree. */
export const workBench = z.object({
  workBenchName: requiredText(100),
  menuId: requiredText(200),
  workBenchIcon: text(200).default(''),
  workBenchRoute: z
    .string()
    .max(200, 'tooLong')
    .regex(/^\/[\w/:.-]*$/),
  sort: integer(0, 1000),
})
export type WorkBench = z.infer<typeof workBench>

export const workBenchCalls = ofPersons({
  list: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/work-bench/{userId}',
    permission: 'login',
    summary: "The caller's common entrances, in order, as far as they may still be opened; the defaults where none were saved",
    answer: z.array(workBench),
  }),
  save: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: '/wfpf/v1/{t}/work-bench',
    permission: 'login',
    summary: "Replaces the caller's common entrances; a page that the caller may not open is left out",
    body: z.object({ userId: id, farmWorkBenches: z.array(workBench).max(MAX_ENTRANCES) }),
    answer: z.array(workBench),
  }),
})
