import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { id, integer, requiredText } from '../core/values.ts'
import { SURVEILLANCE } from './permission.ts'

/** How many pictures stand side by side. */
export const SPLITS = [1, 4, 9, 16] as const
export type Split = (typeof SPLITS)[number]
const split = z.union([z.literal(1), z.literal(4), z.literal(9), z.literal(16)])
/** Of one user in one base. */
export const MOST_TEMPLATES = 30

const facts = {
  areaId: id,
  name: requiredText(30),
  split,
  /** What is in each place, from the left, row by row; null: nothing. As long as `split`. */
  cameraIds: z.array(id.nullable()).max(16),
}
const fits = ({ split: places, cameraIds }: { split: number; cameraIds: readonly unknown[] }) => cameraIds.length === places
const WRONG = { path: ['cameraIds'], message: 'splitLength' }

export const splitScreen = z.object({ id: z.int(), ...facts, objectVersionNumber: z.int() })
export type SplitScreen = z.infer<typeof splitScreen>

const path = '/wfpe/v1/{t}/camera/split-screen' as const
export const splitScreenCalls = ofPersons({
  list: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/{id}/split-screen',
    permission: SURVEILLANCE,
    summary: 'The caller’s own templates of a base, by name; id is the base’s',
    answer: z.array(splitScreen),
    follows: ['cameraSplit'],
  }),
  add: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path,
    permission: SURVEILLANCE,
    summary:
      'Keeps a template for the caller. Fails beside `name` with error.camera.splitTaken, beside `cameraIds` where one is not to be looked through, and with error.camera.mostSplits',
    body: z.object(facts).refine(fits, WRONG),
    answer: splitScreen,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: { untold: 'own' },
    path,
    permission: SURVEILLANCE,
    summary: 'Changes a template of the caller',
    body: z.object({ ...facts, id, objectVersionNumber: integer(1, 1_000_000_000) }).refine(fits, WRONG),
    answer: splitScreen,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: { untold: 'own' },
    path: '/wfpe/v1/{t}/camera/{id}/split-screen',
    permission: SURVEILLANCE,
    summary: 'Forgets a template of the caller; id is the template’s. 1 means success',
    answer: z.int(),
  }),
})
