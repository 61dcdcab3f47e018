import type { CallGroups } from '#contract/calls'
import { portal } from '#contract/home/home'
import type { Handlers } from '../ground/http/handler.ts'
import { shownBanners } from './banner.ts'
import { shownVideos } from './shownVideos.ts'

/** What the start page of a tenant shows. */
export const showingHandlers = ({ clock }: { readonly clock: () => number }): Handlers<CallGroups['home']> => ({
  banners: (_, { inTenant, caller }) =>
    inTenant(async (scope) => {
      const rows = await shownBanners(scope, caller.userId, clock())
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        imageAddress: row.image_address ?? '',
        typeFlag: row.type_flag === 1,
        content: row.content ?? '',
      }))
    }),
  portal: (_, { inTenant }) =>
    inTenant(async (scope) => {
      const row = await scope.select('tenant_setting').select('tenant_setting.portal').executeTakeFirst()
      return { ...portal.parse(row?.portal ?? {}), videos: await shownVideos(scope) }
    }),
  screens: (_, { inTenant }) =>
    inTenant(async (scope) => {
      const rows = await scope
        .select('tenant_screen')
        .selectAll('tenant_screen')
        .where('tenant_screen.enabled_flag', '=', 1)
        .orderBy('tenant_screen.position')
        .orderBy('tenant_screen.id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        screenName: row.screen_name,
        screenImage: row.screen_image,
        screenAddress: row.screen_address,
        screenType: row.screen_type,
      }))
    }),
})
