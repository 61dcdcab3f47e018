import type { Roles } from '../roles.ts'

/** Holds for the rows of the tenant that the transaction names; no row where it names none. */
export const tenantFence = `tenant_id = (select nullif(current_setting('furrow.tenant', true), '')::bigint)`
const all = 'select, insert, update, delete'

/**
 * The statements that fence tables by their tenant_id: the request role reads and writes the rows of its transaction's tenant and no
 * others, the service role passes. With `readOnly` the request role only reads. Every migration that makes a table of a tenant ends so.
 */
export const fenceTables = (
  tables: readonly string[],
  roles: Pick<Roles, 'request' | 'service'>,
  { readOnly = false }: { readOnly?: boolean } = {},
): string =>
  tables
    .map((table) =>
      [
        `alter table ${table} enable row level security;`,
        ...(readOnly
          ? [`grant select on ${table} to ${roles.request};`, `grant ${all} on ${table} to ${roles.service};`]
          : [`grant ${all} on ${table} to ${roles.request}, ${roles.service};`]),
        `create policy tenant on ${table} to ${roles.request} using (${tenantFence})${readOnly ? '' : ` with check (${tenantFence})`};`,
        `create policy service on ${table} to ${roles.service} using (true) with check (true);`,
      ].join('\n'),
    )
    .join('\n')
