import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { pageOf, pageQuery, text } from '../core/values.ts'

export const peopleCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/people',
    permission: 'login',
    summary: 'Who signs in to the tenant, by name',
    query: z.object({ ...pageQuery, search: text(100).optional() }),
    answer: pageOf(z.object({ userId: z.int(), realName: z.string() })),
  }),
}
