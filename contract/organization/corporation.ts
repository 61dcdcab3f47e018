import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { isContact } from '../core/numbersOfLife.ts'
import { integer, requiredText, text, tidyText } from '../core/values.ts'
import { isCreditCode } from './creditCode.ts'
import { isDomainName } from './domainName.ts'

export const CORPORATION_READ = 'wfpf.company.config.corporation' as const
export const CORPORATION_EDIT = 'wfpf.company.config.corporation.ps.edit' as const

export const MOST_LICENCES = 6
/** The pictures by which an enterprise is known, each a fileUrl. */
export const BRAND_PICTURES = ['loginLogo', 'titleLoginLogo', 'workLogo', 'favicon'] as const

const isZone = (given: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: given }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const written = (max: number) => text(max).nullable().default(null)
const picture = written(500)

const typed = {
  tenantName: requiredText(60),
  englishName: written(120),
  creditCode: tidyText().refine(isCreditCode, 'creditCode').nullable().default(null),
  legalPerson: written(60),
  address: written(200),
  contact: written(60),
  phone: tidyText().refine(isContact, 'phone').nullable().default(null),
  licences: z.array(text(500)).max(MOST_LICENCES).default([]),
  /** Whoever opens the console under it is greeted with the brand. */
  domain: tidyText().toLowerCase().refine(isDomainName, 'domain').nullable().default(null),
  loginTitle: written(60),
  copyright: written(120),
  loginLogo: picture,
  titleLoginLogo: picture,
  workLogo: picture,
  favicon: picture,
  /** What the console speaks under the domain until somebody chooses. */
  defaultLanguage: z.enum(['zh-CN', 'en-US']).default('zh-CN'),
  /** By which days begin and times are told; a name of the IANA database. */
  timeZone: z.string().refine(isZone, 'timeZone'),
}
const version = integer(1, 2_000_000_000)
const corporation = z.object({
  tenantName: z.string(),
  tenantNum: z.string(),
  englishName: z.string().nullable(),
  creditCode: z.string().nullable(),
  legalPerson: z.string().nullable(),
  address: z.string().nullable(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  licences: z.array(z.string()),
  domain: z.string().nullable(),
  loginTitle: z.string().nullable(),
  copyright: z.string().nullable(),
  loginLogo: z.string().nullable(),
  titleLoginLogo: z.string().nullable(),
  workLogo: z.string().nullable(),
  favicon: z.string().nullable(),
  defaultLanguage: z.enum(['zh-CN', 'en-US']),
  timeZone: z.string(),
  objectVersionNumber: z.int(),
})
export type Corporation = z.infer<typeof corporation>

const path = '/wfpf/v1/{t}/corporation'
export const corporationCalls = {
  get: defineCall({
    method: 'GET',
    path,
    permission: CORPORATION_READ,
    summary: 'What an enterprise says of itself: facts, licences, brand by domain, default language and zone',
    answer: corporation,
    follows: ['corporation'],
  }),
  update: defineCall({
    method: 'PUT',
    trail: 'tenant',
    path,
    permission: CORPORATION_EDIT,
    summary: 'Changes all of it at once. A domain that another enterprise has is refused beside it',
    body: z.object({ ...typed, objectVersionNumber: version }),
    answer: corporation,
  }),
  brandPicture: defineCall({
    method: 'GET',
    path: '/wfpf/v1/public/{t}/brand/{uuid}',
    permission: 'public',
    summary: 'A picture of the brand of an enterprise, which whoever is about to sign in sees; no other file of it is there',
    produces: 'application/octet-stream',
  }),
}
/** Where everybody finds a picture of a brand. */
export const brandPictureOf = (tenantId: number, uuid: string): string => `/wfpf/v1/public/${tenantId}/brand/${uuid}`
