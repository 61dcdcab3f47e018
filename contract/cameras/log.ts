import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { CAMERAS_READ, SURVEILLANCE } from './permission.ts'

/** CAMERA-10. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const

const facts = {
  logTitle: requiredText(60),
  description: text(180),
  /** Pictures, as `fileUrl`s of this tenant. */
  content: z.array(text(200)).min(1).max(9),
  areaId: id,
  /** The camera that it is written of. */
  deviceId: id,
  logType: z.literal('image'),
  logLevel: z.enum(LOG_LEVELS),
}
const entry = z.object({ id: z.int(), ...facts, at: z.int(), by: z.string().nullable() })
export type CameraLogEntry = z.infer<typeof entry>

export const cameraLogCalls = {
  write: defineCall({
    method: 'POST',
    path: '/wfpf/v1/{t}/log',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'Writes what was seen through a camera, with its pictures (CAMERA-10, -11)',
    body: z.object(facts),
    answer: entry,
  }),
  page: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/camera/{id}/log',
    permission: [CAMERAS_READ, SURVEILLANCE],
    summary: 'What was written of a camera, newest first',
    query: z.object({ ...pageQuery, logLevel: z.enum(LOG_LEVELS).optional() }),
    answer: pageOf(entry),
    follows: ['cameraLog'],
  }),
}
