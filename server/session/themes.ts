import type { CallGroups } from '#contract/calls'
import { readTheme } from '#contract/session/theme'
import { notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'

/** How a console looks: each person's own in each tenant, nobody else's. */
export const themeHandlers = (clock: () => number): Handlers<CallGroups['theme']> => ({
  async get({ params }, { inTenant, caller }) {
    if (params.userId !== caller.userId) throw notFound()
    const row = await inTenant((scope) =>
      scope
        .select('menu_theme')
        .select(['menu_theme.open', 'menu_theme.theme'])
        .where('menu_theme.user_id', '=', caller.userId)
        .executeTakeFirst(),
    )
    return { open: row?.open ?? 1, userId: caller.userId, theme: row == null ? '' : JSON.stringify(row.theme) }
  },

  async save({ body }, { inTenant, caller }) {
    if (body.userId !== caller.userId) throw notFound()
    // Only what the contract knows is kept, whatever else the text holds.
    const theme = JSON.stringify(readTheme(body.theme))
    const kept = { open: body.open, theme, updated_at: clock() }
    await inTenant((scope) =>
      scope
        .insert('menu_theme', [{ user_id: caller.userId, ...kept }])
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(kept))
        .execute(),
    )
    return { open: body.open, userId: caller.userId, theme }
  },
})
