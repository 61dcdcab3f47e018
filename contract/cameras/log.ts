import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { pageOf, pageQuery } from '../core/values.ts'
import { LOG_LEVELS, logEntry } from '../farm/log.ts'
import { CAMERAS_READ, SURVEILLANCE } from './permission.ts'

export const cameraLogCalls = {
  page: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/{id}/log',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'What was written of a camera, newest first',
    query: z.object({ ...pageQuery, logLevel: z.enum(LOG_LEVELS).optional() }),
    answer: pageOf(logEntry),
    follows: ['cameraLog'],
  }),
}
