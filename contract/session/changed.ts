import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { defineTopic } from '../core/topic.ts'

// `seq` counts what was told per tenant and name from the server's start: who was away compares it with what was heard last.
const counted = { seq: z.int(), start: z.int() }

export const changedTopic = defineTopic({
  pattern: 'changed/{t}/{resource}',
  payload: z.object({ at: z.int(), ...counted, id: z.int().nullable(), areaId: z.int().nullable() }),
  summary: 'A record was made, changed or deleted; `resource` is one of the names of changes',
  access: { console: 'login' },
})

export const changedCalls = {
  stands: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/changes',
    permission: 'login',
    summary:
      'How many changes of each name were told in the tenant since `start`, which is another after each start of the server. A name that nothing was told of is absent',
    answer: z.object({ start: z.int(), seq: z.record(z.string(), z.int()) }),
  }),
}
