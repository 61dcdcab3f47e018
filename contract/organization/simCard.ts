import { z } from 'zod'
import { amount, choiceOr, day, longText, neededIccid, neededReference, patterned, shortText } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { defineCall } from '../core/call.ts'

export const SIMS = 'wfpf.company.config.sim' as const
export const SIM_STATES = ['testing', 'active', 'suspended', 'expired'] as const

/** Where a card stands towards its end, by the day of the enterprise: `soon` is within the longest of the enterprise's limits. */
export const EXPIRIES = ['none', 'fine', 'soon', 'over'] as const
/** Where it stands towards what it may use this month: `near` is past the lowest of the enterprise's limits. */
export const USAGES = ['none', 'fine', 'near', 'full'] as const

/** The most that a card uses in a month, MB. */
export const SIM_MOST_MB = 100_000_000
/** A month of the calendar, YYYY-MM. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const usage = z.object({
  month,
  usedMb: z.number(),
  /** When it was entered, ms UTC, and by whom. */
  at: z.int(),
  by: z.string().nullable(),
})
export type SimUsage = z.infer<typeof usage>
const warning = z.object({
  kind: z.enum(['expiry', 'usage']),
  /** Days before the end, or % of the allowance. */
  threshold: z.int(),
  /** The day on which it ends, or the month. */
  about: z.string(),
  at: z.int(),
})
export type SimWarning = z.infer<typeof warning>

/** A SIM card of a device: what the enterprise pays for it, what it used, and when it ends. */
export const simCard = defineResource({
  trail: 'simCard',
  name: 'simCard',
  area: 'organization',
  path: '/wfpf/v1/{t}/sim-card',
  idName: 'simCardId',
  shape: 'body',
  title: 'iccid',
  code: SIMS,
  searchable: ['iccid', 'msisdn', 'carrier', 'planName', 'deviceEui'],
  unique: ['iccid'],
  fields: {
    iccid: neededIccid(),
    msisdn: patterned(/^\+?\d{5,15}$/, 'phone'),
    carrier: shortText(60),
    planName: shortText(60),
    allowanceMb: amount('MB', 0, SIM_MOST_MB),
    expiresOn: day(),
    cardState: choiceOr(SIM_STATES, 'active'),
    organizationId: neededReference('area'),
    /** The device that it is in, by its EUI. */
    deviceEui: shortText(64),
    remark: longText(500),
  },
  derived: {
    deviceId: z.int().nullable(),
    deviceName: z.string().nullable(),
    presence: z.string().nullable(),
    usedMb: z.number().nullable(),
    /** Days until it ends, by the day of the enterprise. */
    daysLeft: z.int().nullable(),
    /** When the carrier's service was read last, and why it was not since. */
    readAt: z.int().nullable(),
    readFault: z.string().nullable(),
  },
  states: { expiry: EXPIRIES, usage: USAGES },
  actions: ({ path, codes }) => ({
    usages: defineCall({
      method: 'GET',
      path: `${path}/{id}/usage`,
      permission: codes.read,
      summary: 'What a card used, by month, the oldest first; of the last 36 months',
      answer: z.array(usage),
      follows: ['simCard'],
    }),
    saveUsage: defineCall({
      method: 'PUT',
      trail: { untold: 'logged' },
      path: `${path}/{id}/usage`,
      permission: codes.edit,
      summary: 'Says what a card used in a month, MB; null takes it back',
      body: z.object({ month, usedMb: z.number().min(0).max(SIM_MOST_MB).nullable() }),
      answer: z.array(usage),
    }),
    warnings: defineCall({
      method: 'GET',
      path: `${path}/{id}/warning`,
      permission: codes.read,
      summary: 'What was told of a card before it ended or had used its allowance, the newest first',
      answer: z.array(warning),
      follows: ['simCard'],
    }),
  }),
})
export type SimCard = z.infer<typeof simCard.record>
