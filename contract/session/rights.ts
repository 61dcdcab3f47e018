import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

export const rightsTopic = defineTopic({
  pattern: 'user/{userId}/rights',
  payload: z.object({ at: z.int() }),
  summary: 'What the user may do, or the tenant the user works in, may have changed: ask again',
  access: { console: 'login' },
})
