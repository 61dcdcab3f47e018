import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { requiredText } from '../core/values.ts'

/** HOME-04: `typeFlag` true opens `content`, a link, in a new window. `title` says what the picture shows. */
export const banner = z.object({
  id: z.int(),
  title: z.string(),
  imageAddress: z.string(),
  typeFlag: z.boolean(),
  content: z.string(),
})
export type Banner = z.infer<typeof banner>

/** HOME-09. */
export const platformApplications = ['mobile', 'trace', 'aerator', 'service'] as const

/** An address of the web (http or https), or a path of the console's own. */
const link = z
  .string()
  .max(500)
  .regex(/^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/)

/** What a tenant shows on its home page beside the modules; null and empty where it shows none. */
export const portal = z.object({
  applications: z.array(z.object({ kind: z.enum(platformApplications), address: link })).default([]),
  softwareDownload: link.nullable().default(null),
  tutorialVideo: link.nullable().default(null),
  videoTutorial: link.nullable().default(null),
  helpDocument: link.nullable().default(null),
})
export type Portal = z.infer<typeof portal>

/** A promotional video as the home page shows it. */
export const shownVideo = z.object({
  videoId: z.int(),
  title: z.string(),
  fileUrl: z.string(),
  /** A picture of it; null where none could be drawn. */
  posterUrl: z.string().nullable(),
  seconds: z.int(),
})
export type ShownVideo = z.infer<typeof shownVideo>

/** A screen of the tenant (2.4). */
export const tenantScreen = z.object({
  id: z.int(),
  screenName: requiredText(60),
  screenImage: z.string().nullable(),
  screenAddress: z.string(),
  /** 2: the address opens as it is; anything else gets the access token, where it is an address of the same house. */
  screenType: z.int(),
})
export type TenantScreen = z.infer<typeof tenantScreen>

/** The code of the visualisation entry (PERMISSIONS, 1§6). */
export const SCREEN_CODE = 'wfpf.farm.user.ps.tenant-screen'

/** What the home page shows of a tenant. */
export const homeCalls = {
  banners: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/banner',
    permission: 'login',
    summary: 'The banners of a tenant that the caller is shown now, in order',
    answer: z.array(banner),
    follows: ['banner'],
  }),
  portal: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/tenant/portal',
    permission: 'login',
    summary: 'The platform applications, the download, the tutorial, the help links and the promotional videos of a tenant',
    answer: portal.extend({ videos: z.array(shownVideo) }),
    follows: ['promoVideo'],
  }),
  screens: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/tenant-screen',
    permission: SCREEN_CODE,
    summary: 'The screens of a tenant, in order',
    answer: z.array(tenantScreen),
  }),
}
