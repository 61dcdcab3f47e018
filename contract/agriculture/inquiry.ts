import { z } from 'zod'
import { defineCall, ofPersons } from '../core/call.ts'
import { id, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { INQUIRY_ANSWER, INQUIRY_ASK, INQUIRY_READ } from './permission.ts'

/** Where an inquiry stands: `open` waits for an answer, `answered` has one since its last question, `closed` takes no more answers. */
export const INQUIRY_STATES = ['open', 'answered', 'closed'] as const
export type InquiryState = (typeof INQUIRY_STATES)[number]
/** What a person does with an inquiry: `ask` asks on, which also opens a closed one again; `accept` takes an answer, which closes it. */
export const INQUIRY_ACTS = ['ask', 'answer', 'accept', 'close'] as const
export type InquiryAct = (typeof INQUIRY_ACTS)[number]
/** Whose inquiries a list shows: the caller's own, or those in which the caller is named. */
export const WHOSE = ['mine', 'toMe'] as const

export const INQUIRY_TITLE_MOST = 80
export const INQUIRY_TEXT_MOST = 4000
export const INQUIRY_PICTURES_MOST = 9
export const INQUIRY_EXPERTS_MOST = 20
export const INQUIRY_REASON_MOST = 200
/** One that is longer than this is another question. */
export const INQUIRY_MESSAGES_MOST = 200

const person = z.object({ userId: z.int().nullable(), name: z.string() })
const said = {
  content: requiredText(INQUIRY_TEXT_MOST),
  /** Pictures, as `fileUrl`s of this tenant. */
  pictures: z.array(text(200)).max(INQUIRY_PICTURES_MOST).default([]),
}

const inquiry = z.object({
  inquiryId: z.int(),
  title: z.string(),
  state: z.enum(INQUIRY_STATES),
  areaId: z.int(),
  areaName: z.string(),
  landId: z.int().nullable(),
  landName: z.string().nullable(),
  batchId: z.int().nullable(),
  batchName: z.string().nullable(),
  /** The id is null of whom there is no account any more. */
  asker: person,
  /** Who is asked; empty: anybody who may answer. */
  experts: z.array(person),
  answers: z.int(),
  /** ms UTC. */
  askedAt: z.int(),
  /** When it was last asked or answered, ms UTC. */
  lastAt: z.int(),
})
export type Inquiry = z.infer<typeof inquiry>

const message = z.object({
  messageId: z.int(),
  kind: z.enum(['question', 'answer']),
  content: z.string(),
  pictures: z.array(z.string()),
  by: person,
  at: z.int(),
  /** The asker took this answer. */
  accepted: z.boolean(),
})
export type InquiryMessage = z.infer<typeof message>

const inquiryInfo = inquiry.extend({
  messages: z.array(message),
  closedAt: z.int().nullable(),
  closedBy: z.string().nullable(),
  closeReason: z.string().nullable(),
  /** What the caller is to it: the machine says from this what may be done. */
  isAsker: z.boolean(),
  mayAsk: z.boolean(),
  mayAnswer: z.boolean(),
})
export type InquiryInfo = z.infer<typeof inquiryInfo>

const PATH = '/wfpf/v1/{t}/inquiry'
const follows = ['inquiry', 'area', 'land', 'batch'] as const

export const inquiryCalls = ofPersons({
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: INQUIRY_READ,
    summary: 'Inquiries, what was last asked or answered first; `search` is found in title and texts',
    query: z.object({
      ...pageQuery,
      areaId: id.optional(),
      state: z.enum(INQUIRY_STATES).optional(),
      whose: z.enum(WHOSE).optional(),
      search: text(100).optional(),
    }),
    answer: pageOf(inquiry),
    follows,
  }),
  experts: defineCall({
    method: 'GET',
    path: `${PATH}/experts`,
    permission: INQUIRY_ASK,
    summary: 'Who may answer in a base, besides the caller',
    query: z.object({ areaId: id }),
    answer: z.array(z.object({ userId: z.int(), name: z.string() })),
  }),
  get: defineCall({
    method: 'GET',
    path: `${PATH}/{id}`,
    permission: INQUIRY_READ,
    summary: 'One inquiry with all that was asked and answered, the oldest first',
    answer: inquiryInfo,
    follows,
  }),
  create: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: PATH,
    permission: INQUIRY_ASK,
    summary: 'Asks named experts, or whoever may answer in the base; a batch brings its plot',
    body: z.object({
      title: requiredText(INQUIRY_TITLE_MOST),
      ...said,
      areaId: id,
      landId: id.nullable().default(null),
      batchId: id.nullable().default(null),
      experts: z.array(id).max(INQUIRY_EXPERTS_MOST).default([]),
    }),
    answer: inquiryInfo,
  }),
  say: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${PATH}/{id}/message`,
    permission: [INQUIRY_ASK, INQUIRY_ANSWER],
    summary: 'Of the asker a further question, of anybody else an answer. What was said is not changed',
    body: z.object(said),
    answer: inquiryInfo,
  }),
  accept: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: `${PATH}/{id}/accept`,
    permission: INQUIRY_ASK,
    summary: 'The asker takes an answer: the inquiry is closed',
    body: z.object({ messageId: id }),
    answer: inquiryInfo,
  }),
  close: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: `${PATH}/{id}/close`,
    permission: [INQUIRY_ASK, INQUIRY_ANSWER],
    summary: 'The asker, or who may answer, closes an inquiry',
    body: z.object({ reason: text(INQUIRY_REASON_MOST).nullable().default(null) }),
    answer: inquiryInfo,
  }),
})
