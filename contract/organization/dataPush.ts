import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { keptSecret } from '../core/encrypted.ts'
import { AUDIT_KINDS } from '../core/trail.ts'
import { flag, id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { OVERLAPS } from './application.ts'

export const PUSH_READ = 'wfpf.company.config.dataPush' as const
export const PUSH_CREATE = 'wfpf.company.config.dataPush.ps.create' as const
export const PUSH_EDIT = 'wfpf.company.config.dataPush.ps.edit' as const
export const PUSH_DELETE = 'wfpf.company.config.dataPush.ps.delete' as const

/** A signed call with an envelope, a message to an MQTT broker, or a call with nothing but the records. */
export const PUSH_KINDS = ['webhook', 'mqtt', 'http'] as const
export type PushKind = (typeof PUSH_KINDS)[number]
/** Readings of devices, words of their switches, what becomes of alarms, and changes of records as the trail tells them. */
export const PUSH_SOURCES = ['readings', 'states', 'alarms', 'changes'] as const
export type PushSource = (typeof PUSH_SOURCES)[number]
export const PUSH_FORMATS = ['json', 'ndjson'] as const
/**
 * Why a delivery did not arrive. `refused`: the address is one that Furrow does not call; `redirected`: it named another, which is not
 * followed; `declined`: it answered that it never takes this; `busy`: that it cannot now; `denied`: that it does not let this product in;
 * `missing`: that nothing is there; `unexpected`: something else; `signIn`: a broker does not let this product in.
 */
export const PUSH_FAULTS = [
  'refused',
  'unknownHost',
  'unreachable',
  'tooSlow',
  'redirected',
  'declined',
  'busy',
  'denied',
  'missing',
  'unexpected',
  'signIn',
] as const
export type PushFault = (typeof PUSH_FAULTS)[number]

/** Of one tenant. */
export const MOST_PUSHES = 20
export const MOST_BATCH = 1000
export const SECRET_LONGEST = 100
/** In the topic of a broker; each message holds the records of one topic. */
export const TOPIC_PLACES = ['tenant', 'source', 'area', 'device', 'eui', 'code'] as const
const MOST_HEADERS = 10
const HEADER_NAME = /^[A-Za-z0-9-]{1,60}$/
/** What says what is sent, and who sends it, is Furrow's to say. */
const OWN_HEADERS = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'idempotency-key',
  'user-agent',
  'expect',
  'upgrade',
  'trailer',
  'te',
]
const isForeignHeader = (name: string) => !OWN_HEADERS.includes(name.toLowerCase()) && !name.toLowerCase().startsWith('furrow-')

/** Whether a broker takes it as a topic: no wildcard, and of what stands in braces only what is filled in. */
export const isTopic = (given: string): boolean => {
  const parts = given.split(/[{}]/)
  const places: readonly string[] = TOPIC_PLACES
  return (
    given.trim() !== '' &&
    parts.length % 2 === 1 &&
    parts.every((part, at) => (at % 2 === 1 ? places.includes(part) : !/[+#]/.test(part))) &&
    !given.startsWith('$')
  )
}

const each = <Member extends z.ZodType>(member: Member, most: number) => z.array(member).max(most).default([])
const facts = {
  name: requiredText(60),
  kind: z.enum(PUSH_KINDS),
  address: requiredText(500),
  format: z.enum(PUSH_FORMATS).default('json'),
  /** Of a broker. */
  topic: text(200).default(''),
  userName: text(100).default(''),
  /** Of calls: `value` null keeps the one that is set. */
  headers: z
    .array(
      z.object({
        name: z.string().regex(HEADER_NAME, 'headerName').refine(isForeignHeader, 'headerName'),
        value: text(2000)
          .regex(/^[\x20-\x7e]*$/, 'headerValue')
          .nullable(),
      }),
    )
    .max(MOST_HEADERS)
    .default([]),
  sources: z.array(z.enum(PUSH_SOURCES)).min(1, 'required').max(PUSH_SOURCES.length),
  /** Each narrows readings, states and alarms; none: all. */
  areaIds: each(id, 100),
  deviceTypes: each(text(60), 60),
  deviceIds: each(id, 500),
  /** Of readings: the codes of items. */
  codes: each(text(60), 100),
  /** Of changes. */
  things: each(z.enum(AUDIT_KINDS), AUDIT_KINDS.length),
  /** Records of one delivery at most, and for how long it waits to be full. */
  batchSize: integer(1, MOST_BATCH).default(200),
  intervalSeconds: integer(0, 3600).default(5),
  /** What is older is dropped, and counted. */
  retentionHours: integer(1, 168).default(24),
  enabledFlag: flag.default(1),
}
const secrets = {
  /** Of a broker. */
  password: keptSecret.default(null),
  /** What is sent is signed with it; of a new receiver null has one made. */
  secret: keptSecret.default(null),
}
export const pushFacts = z.object(facts).superRefine(({ kind, topic, format }, context) => {
  if (kind === 'mqtt' && !isTopic(topic)) context.addIssue({ code: 'custom', path: ['topic'], message: 'topic' })
  if (kind !== 'http' && format !== 'json') context.addIssue({ code: 'custom', path: ['format'], message: 'choice' })
})
export const pushBody = pushFacts.safeExtend(secrets)
export type PushBody = z.infer<typeof pushBody>

/** For so many hours the secret before a new one goes along; 0: not at all. */
const overlap = z.literal(OVERLAPS)
const target = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(PUSH_KINDS),
  address: z.string(),
  format: z.enum(PUSH_FORMATS),
  topic: z.string(),
  userName: z.string(),
  passwordSet: z.boolean(),
  /** Names the secret to the receiver. */
  keyId: z.string(),
  /** While a secret is being changed: the one before, and until when (ms UTC) what is sent is signed with it too. */
  oldSecret: z.object({ keyId: z.string(), until: z.int() }).nullable(),
  headerNames: z.array(z.string()),
  sources: z.array(z.enum(PUSH_SOURCES)),
  areaIds: z.array(z.int()),
  deviceTypes: z.array(z.string()),
  deviceIds: z.array(z.int()),
  codes: z.array(z.string()),
  things: z.array(z.string()),
  batchSize: z.int(),
  intervalSeconds: z.int(),
  retentionHours: z.int(),
  enabledFlag: z.int(),
  objectVersionNumber: z.int(),
})
export type PushTarget = z.infer<typeof target>
const saved = target.extend({
  /** The secret that was made, this once; null where none was. */
  secretOnce: z.string().nullable(),
})
export type SavedPush = z.infer<typeof saved>

/** How deliveries to a receiver stand. */
export const PUSH_STATES = ['off', 'calm', 'sending', 'failing'] as const
const figures = z.object({
  id: z.int(),
  state: z.enum(PUSH_STATES),
  /** Records that are still to arrive, and since when the oldest waits; as far as was counted. */
  waiting: z.int(),
  oldestAt: z.int().nullable(),
  /** Of the last minute. */
  perMinute: z.int(),
  delivered: z.int(),
  /** Grew older than its retention. */
  dropped: z.int(),
  deadLetters: z.int(),
  successAt: z.int().nullable(),
  errorAt: z.int().nullable(),
  why: z.enum(PUSH_FAULTS).nullable(),
  code: z.int().nullable(),
  /** While it fails: since when nothing was taken, and when it is tried again. */
  failingSince: z.int().nullable(),
  nextTryAt: z.int().nullable(),
})
export type PushFigures = z.infer<typeof figures>

const letter = z.object({
  /** The same whenever it is sent. */
  deliveryId: z.string(),
  records: z.int(),
  createdAt: z.int(),
  deadAt: z.int(),
  attempts: z.int(),
  resent: z.boolean(),
  why: z.enum(PUSH_FAULTS),
  code: z.int().nullable(),
  /** The first signs of what it answered. */
  said: z.string(),
})
export type PushLetter = z.infer<typeof letter>

const outcome = z.object({ why: z.enum(PUSH_FAULTS).nullable(), code: z.int().nullable(), ms: z.int(), said: z.string() })
export type PushOutcome = z.infer<typeof outcome>
const sample = z.object({
  /** What the records were read from was the last that there is. */
  records: z.int(),
  /** Of a broker each with its topic; of a call one. */
  messages: z.array(z.object({ topic: z.string().nullable(), body: z.string() })),
})
export type PushSample = z.infer<typeof sample>
/** `id` of a receiver that is kept: what is not given anew of its secrets is taken from there. */
const tried = pushBody.safeExtend({ id: id.nullable().default(null) })

const path = '/wfpf/v1/{t}/data-push' as const
const one = `${path}/{id}` as const
export const dataPushCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: PUSH_READ,
    summary: 'To whom data is sent, by name; for whoever has every base',
    answer: z.array(target),
    follows: ['dataPush'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'dataPush',
    path,
    permission: PUSH_CREATE,
    summary: 'Adds a receiver, which is sent what happens from now on. Fails beside `address` where it is one that is not called',
    body: pushBody,
    answer: saved,
    secret: true,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'dataPush',
    path: one,
    permission: PUSH_EDIT,
    summary: 'Changes a receiver; what waits for it goes to its new address',
    body: pushBody.safeExtend({
      objectVersionNumber: z.int(),
      /** Of a secret that is given. */
      overlapHours: overlap.default(24),
    }),
    answer: target,
  }),
  renewSecret: defineCall({
    method: 'POST',
    trail: 'dataPush',
    path: `${one}/secret`,
    permission: PUSH_EDIT,
    summary:
      'Makes another secret with another key id, answered this once. For so many hours (0: not at all) what is sent is signed with the one before too; while that goes along no third is made',
    body: z.object({ overlapHours: overlap.default(24), objectVersionNumber: z.int() }),
    answer: saved,
    secret: true,
  }),
  finishSecret: defineCall({
    method: 'POST',
    trail: 'dataPush',
    path: `${one}/secret/finish`,
    permission: PUSH_EDIT,
    summary: 'Ends at once that the secret before signs too. Fails where it does not',
    body: z.object({ objectVersionNumber: z.int() }),
    answer: target,
  }),
  cancelSecret: defineCall({
    method: 'POST',
    trail: 'dataPush',
    path: `${one}/secret/cancel`,
    permission: PUSH_EDIT,
    summary: 'Goes back to the secret before, while that goes along; the new one is forgotten',
    body: z.object({ objectVersionNumber: z.int() }),
    answer: target,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'dataPush',
    path: one,
    permission: PUSH_DELETE,
    summary: 'Deletes a receiver with all that waits for it. Answers 1',
    answer: z.literal(1),
  }),
  sample: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${path}/sample`,
    permission: [PUSH_CREATE, PUSH_EDIT],
    summary: 'What would be sent of the last real data, by this filter and in this form; sends nothing',
    body: tried,
    answer: sample,
  }),
  trial: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${path}/trial`,
    permission: [PUSH_CREATE, PUSH_EDIT],
    summary: 'Sends the sample once and now, marked as a test, and answers what came of it; at most one a second',
    body: tried,
    answer: outcome,
  }),
  figures: defineCall({
    method: 'GET',
    path: `${path}/figures`,
    permission: PUSH_READ,
    summary: 'How deliveries to each receiver stand now',
    answer: z.array(figures),
    follows: ['dataPush', 'dataPushFigure'],
  }),
  tryNow: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${one}/try`,
    permission: PUSH_EDIT,
    summary: 'Tries what waits for a receiver at once, without the rest of its pause. Answers 1',
    answer: z.literal(1),
  }),
  letters: defineCall({
    method: 'GET',
    path: `${one}/letters`,
    permission: PUSH_READ,
    summary: 'What a receiver refused, the newest first',
    query: z.object(pageQuery),
    answer: pageOf(letter),
    follows: ['dataPushFigure'],
  }),
  letter: defineCall({
    method: 'GET',
    path: `${one}/letters/{uuid}`,
    permission: PUSH_READ,
    summary: 'One delivery that was refused, with its records as JSON',
    answer: letter.extend({ body: z.string() }),
    follows: ['dataPushFigure'],
  }),
  resend: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${one}/letters/{uuid}/resend`,
    permission: PUSH_EDIT,
    summary: 'Sends what was refused again, before all else that waits, and marked as sent again',
    answer: z.literal(1),
  }),
  dropLetter: defineCall({
    method: 'DELETE',
    trail: { untold: 'logged' },
    path: `${one}/letters/{uuid}`,
    permission: PUSH_DELETE,
    summary: 'Forgets what was refused. Answers 1',
    answer: z.literal(1),
  }),
}
