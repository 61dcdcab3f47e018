import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { idsOf, image, neededText, patterned, setting, switchedFlag, time, unseen } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { id } from '../core/values.ts'

/** The page's code; what one may do there follows from it. */
const BANNERS = 'wfpf.company.config.banner'

/** An address of the web (http or https), or a path of the console's own; nothing that a page would run. */
const LINK = /^(?=.{1,500}$)(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/

/** The most of one tenant: a carousel of more shows nobody its end. */
export const MOST_BANNERS = 200
/** The most roles that one is shown to. */
export const MOST_AUDIENCE = 20

/** Whether /home shows it, by the server's clock: switched off or without a picture, not yet, now, no longer. */
export const SHOWINGS = ['hidden', 'planned', 'shown', 'over'] as const
export type Showing = (typeof SHOWINGS)[number]

/**
 * A banner as those write it who manage them; what /home shows of it is `homeCalls.banners` (HOME-12). `typeFlag` 1 opens `content` in a new
 * window (HOME-04). `roleIds` empty shows it to everybody of the tenant, else to who has one of these roles. `sort` is moved by `order` alone.
 */
export const banner = defineResource({
  trail: 'banner',
  name: 'banner',
  area: 'home',
  path: '/wfpf/v1/{t}/banner',
  listPath: '/wfpf/v1/{t}/banner/page',
  idName: 'bannerId',
  shape: 'path',
  title: 'title',
  code: BANNERS,
  searchable: ['title'],
  fields: {
    title: neededText(60),
    imageAddress: image(),
    content: patterned(LINK, 'bannerLink'),
    typeFlag: switchedFlag(0),
    shownFrom: time(),
    shownUntil: time(),
    enabledFlag: switchedFlag(1),
    roleIds: unseen(idsOf(MOST_AUDIENCE)),
    sort: unseen(setting('', 0, 1_000_000, 0)),
  },
  states: { showing: SHOWINGS },
  actions: ({ path, codes }) => ({
    order: defineCall({
      method: 'PUT',
      trail: 'banner',
      path: `${path}/order`,
      permission: codes.edit,
      summary: 'Puts the banners of the tenant into this order; all of them have to be named, or it answers 409. Answers how many they are',
      body: z.object({ bannerIds: z.array(id).max(MOST_BANNERS) }),
      answer: z.int(),
    }),
    audience: defineCall({
      method: 'GET',
      path: `${path}/audience`,
      permission: [codes.create, codes.edit],
      summary: 'The roles that a banner can be shown to',
      answer: z.array(z.object({ roleId: z.int(), roleName: z.string() })),
      follows: ['role'],
    }),
  }),
})
export type BannerRecord = z.infer<typeof banner.record>
