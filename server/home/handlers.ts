import type { CallGroups } from '#contract/calls'
import { portal } from '#contract/home/home'
import type { Handlers } from '../ground/http/handler.ts'

/** What the start page of a tenant shows. */
export const showingHandlers: Handlers<CallGroups['home']> = {
  banners: (_, { inTenant }) =>
    inTenant(async (scope) => {
      const rows = await scope
        .select('banner')
        .selectAll('banner')
        .where('banner.enabled_flag', '=', 1)
        .orderBy('banner.position')
        .orderBy('banner.id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        imageAddress: row.image_address,
        typeFlag: row.type_flag,
        content: row.content,
      }))
    }),
  portal: (_, { inTenant }) =>
    inTenant(async (scope) => {
      const row = await scope.select('tenant_setting').select('tenant_setting.portal').executeTakeFirst()
      return portal.parse(row?.portal ?? {})
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
}
