import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { warehousing } from './warehousing.ts'

/** The receipt by which a harvest comes into stock. */
export const harvestReceiptCalls = {
  draft: defineCall({
    method: 'POST',
    trail: 'warehousing',
    path: '/wfpf/v1/{t}/batch/harvest/receipt',
    permission: warehousing.codes.create,
    summary:
      'Drafts the receipt of a harvest that names a product and a store, and answers it: once, whoever asks again is answered the same one',
    body: z.object({ harvestId: id }),
    answer: z.object({ id: z.int(), code: z.string() }),
  }),
}
