import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { neededDay, neededQuantity } from '../core/field.ts'
import { id, integer } from '../core/values.ts'
import { COSTS } from './costCodes.ts'

const version = integer(1, 2_000_000_000)
const fields = { validFrom: neededDay(), hourly: neededQuantity('CNY/h') }
const held = { validFrom: fields.validFrom.schema, hourly: fields.hourly.schema }

/** What an hour of a worker costs from a day on, until the next rate: of an hour that was worked, the rate of its day counts. */
export const workerRate = { name: 'workerRate', area: 'farm', fields, create: z.object(held) } as const

const row = z.object({ id: z.int(), workerId: z.int(), validFrom: z.string(), hourly: z.string(), objectVersionNumber: z.int() })

const PATH = '/wfpf/v1/{t}/worker/rate' as const
export const workerRateCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: COSTS,
    summary: 'What an hour of a worker costs, by the day from which it does, the newest first; CNY',
    query: z.object({ workerId: id }),
    /** `today` is the day in the zone of the tenant: it says which rate holds, and a new one begins with it. */
    answer: z.object({ content: z.array(row), today: z.string() }),
    follows: ['worker'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'workerRate',
    path: PATH,
    permission: COSTS,
    summary: 'Writes a rate, or changes one at its version; whoever may change the worker as well. One of a day',
    body: z.object({ ...held, workerId: id, id: id.nullable().default(null), objectVersionNumber: version.nullable().default(null) }),
    answer: z.object({ id: z.int() }),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'workerRate',
    path: PATH,
    permission: COSTS,
    summary: 'Deletes a rate: the one before it counts for its days; answers 1',
    body: z.object({ id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
}
