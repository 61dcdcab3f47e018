import { sql } from 'kysely'
import { store } from '#contract/inventory/store'
import { rulesFor } from '../ground/crud/rules.ts'

/** A store that comes to another base takes along what lies in it; what happened before stays with the base before (the table's trigger). */
export const storeRules = rulesFor(store, {
  table: 'store',
  oldestFirst: true,
  async afterSave({ scope: { raw, tenantId }, asking, old, row, now }) {
    if (old === null || old['area_id'] === row['area_id']) return
    await sql`insert into store_relocation (tenant_id, store_id, from_area_id, to_area_id, at, user_id, user_name)
      select ${tenantId}, ${row.id}, ${old['area_id']}, ${row['area_id']},
        -- After all that it was before, also within one millisecond.
        greatest(${now}::bigint, (select max(effective_at) + 1 from stock_entry where store_id = ${row.id}),
          (select max(at) + 1 from store_relocation where store_id = ${row.id})),
        app_user.id, app_user.real_name
      from app_user where app_user.id = ${asking.caller.userId}`.execute(raw)
  },
})
