import { z } from 'zod'
import { CAMERAS_READ, SURVEILLANCE } from '../cameras/permission.ts'
import { defineCall } from '../core/call.ts'
import { choiceOr, images, longText, neededReference, neededText, neededTime, reference } from '../core/field.ts'
import { XLSX } from '../core/resource.ts'
import { id, integer, moment, requiredText, text } from '../core/values.ts'
import { LOG, LOG_CREATE, LOG_EXPORT } from './logCodes.ts'

/** CAMERA-10. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
/** What the log is read from: entries of people and what is seen through cameras, activities, tasks, harvests, what people told devices, alarms. */
export const LOG_SOURCES = ['note', 'activity', 'task', 'harvest', 'camera', 'command', 'alarm'] as const
export type LogSource = (typeof LOG_SOURCES)[number]

const MOST_TITLE = 60
const MOST_PICTURES = 9
/** The most rows of one page, and of one spreadsheet. */
export const MOST_OF_PAGE = 500
export const MOST_OF_SHEET = 10_000

const facts = { areaId: id, logLevel: z.enum(LOG_LEVELS) }
/** What was seen through a camera. */
const seen = z.object({
  ...facts,
  logType: z.literal('image'),
  logTitle: requiredText(MOST_TITLE),
  description: text(180),
  /** Pictures, as `fileUrl`s of this tenant. */
  content: z.array(text(200)).min(1).max(MOST_PICTURES),
  /** The camera that it is written of. */
  deviceId: id,
})

/** What a person writes: of a base, or of a plot or batch in it. */
const fields = {
  logTitle: neededText(MOST_TITLE),
  at: neededTime(),
  logLevel: choiceOr(LOG_LEVELS, 'info'),
  areaId: neededReference('area'),
  landId: reference('land'),
  batchId: reference('batch'),
  content: images(MOST_PICTURES),
  description: longText(1000),
}
const written = {
  logTitle: fields.logTitle.schema,
  at: fields.at.schema,
  logLevel: fields.logLevel.schema,
  areaId: fields.areaId.schema,
  landId: fields.landId.schema,
  batchId: fields.batchId.schema,
  content: fields.content.schema,
  description: fields.description.schema,
}
/** The form of an entry. */
export const logNote = { name: 'log', area: 'farm', fields, create: z.object(written) } as const
const note = z.object({ ...written, logType: z.literal('text') })
const version = integer(1, 2_000_000_000)

/** An entry as it is kept. */
export const logEntry = z.object({
  id: z.int(),
  logTitle: z.string(),
  description: z.string(),
  content: z.array(z.string()),
  areaId: z.int(),
  /** The camera of an entry of type `image`. */
  deviceId: z.int().nullable(),
  logType: z.enum(['image', 'text']),
  logLevel: z.enum(LOG_LEVELS),
  at: z.int(),
  by: z.string().nullable(),
})
export type LogEntry = z.infer<typeof logEntry>

/** Something that happened, told in the caller's language. */
const row = z.object({
  source: z.enum(LOG_SOURCES),
  /** Of the row within its source. */
  id: z.string(),
  /** ms UTC; where only the day is known its beginning, in the tenant's zone. */
  at: z.int(),
  /** YYYY-MM-DD, where nothing more than the day is known. */
  day: z.string().nullable(),
  level: z.enum(LOG_LEVELS),
  title: z.string(),
  /** What became of it. */
  said: z.string(),
  text: z.string().nullable(),
  by: z.string().nullable(),
  areaId: z.int(),
  areaName: z.string(),
  landId: z.int().nullable(),
  landName: z.string().nullable(),
  batchId: z.int().nullable(),
  batchName: z.string().nullable(),
  deviceId: z.int().nullable(),
  deviceName: z.string().nullable(),
  deviceType: z.string().nullable(),
  pictures: z.array(z.string()),
  /** So many of the same within the hour, the first of them at `since`. */
  count: z.int(),
  since: z.int(),
  /** The activity, task, batch or alarm that it is told of. */
  ofId: z.int().nullable(),
  /** Of an entry that the caller may change. */
  objectVersionNumber: z.int().nullable(),
})
export type LogRow = z.infer<typeof row>

/** A moment of a filter: ms UTC, or `YYYY-MM-DD[ HH:mm:ss]` in the tenant's zone. */
const edge = z.union([moment, text(19)])
const narrowing = {
  areaId: id.optional(),
  landId: id.optional(),
  batchId: id.optional(),
  source: z.enum(LOG_SOURCES).optional(),
  level: z.enum(LOG_LEVELS).optional(),
  /** Who wrote or did it. */
  userId: id.optional(),
  from: edge.optional(),
  to: edge.optional(),
  search: text(100).optional(),
}
const follows = ['farmLog', 'cameraLog', 'activity', 'task', 'batch', 'command', 'alarm'] as const
const PATH = '/wfpf/v1/{t}/log' as const

export const farmLogCalls = {
  write: defineCall({
    method: 'POST',
    trail: 'farmLog',
    path: PATH,
    permission: [LOG_CREATE, CAMERAS_READ, SURVEILLANCE],
    summary:
      'Writes into the log of a base: logType text is what a person has to tell, image what was seen through a camera, with its pictures (CAMERA-10, -11)',
    body: z.discriminatedUnion('logType', [seen, note]),
    answer: logEntry,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'farmLog',
    path: PATH,
    permission: LOG,
    summary: 'Changes an entry at its version: who wrote it, or who may edit the log there. Answers 1',
    body: z.object({ ...written, id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'farmLog',
    path: PATH,
    permission: LOG,
    summary: 'Deletes an entry at its version: who wrote it, or who may edit the log there. Answers 1',
    body: z.object({ id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: LOG,
    summary: `What people, tasks, devices and cameras did, newest first, as far as the caller may read the pages that tell of it; at most ${MOST_OF_PAGE} a page. What comes after a page is asked for with its \`next\``,
    query: z.object({ ...narrowing, size: integer(1, MOST_OF_PAGE).default(50), after: text(60).optional() }),
    answer: z.object({ content: z.array(row), next: z.string().nullable() }),
    follows,
    offline: true,
  }),
  people: defineCall({
    method: 'GET',
    path: `${PATH}/people`,
    permission: LOG,
    summary: 'Who may have written or done something: members, and who has left, by name',
    answer: z.array(z.object({ userId: z.int(), realName: z.string() })),
  }),
  export: defineCall({
    method: 'GET',
    path: `${PATH}/export`,
    permission: LOG_EXPORT,
    produces: XLSX,
    summary: `The log as a spreadsheet in the caller's language, at most ${MOST_OF_SHEET} rows (error.log.tooMany)`,
    query: z.object(narrowing),
  }),
}
