import type pg from 'pg'
import { StartFailure } from '../startFailure.ts'

interface Power {
  readonly name: string
  readonly by: string
  readonly why: 'superuser' | 'bypassrls' | 'owner'
}

// A role may do what every role may do that it is a member of, directly or by SET ROLE.
const POWERS = `
  select current_user as name, r.rolname as by, case when r.rolsuper then 'superuser' else 'bypassrls' end as why
    from pg_roles r where (r.rolsuper or r.rolbypassrls) and pg_has_role(current_user, r.oid, 'member')
  union all
  select distinct current_user, r.rolname, 'owner'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
   where n.nspname = 'furrow' and pg_has_role(current_user, c.relowner, 'member')`

// Read on the request role's own connection: what it can reach and row security does not hold back.
const UNFENCED = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'furrow' and c.relkind in ('r', 'p') and not c.relrowsecurity
     and has_table_privilege(current_user, c.oid, 'select, insert, update, delete')`

/** Refuses to serve where the request or the service role could step over row-level security. Throws StartFailure, in one line. */
export async function checkFence(request: pg.Pool, service: pg.Pool): Promise<void> {
  const powers = (await Promise.all([request, service].map((pool) => pool.query<Power>(POWERS)))).flatMap(({ rows }) => rows)
  const power = powers[0]
  if (power)
    throw new StartFailure(
      `The database role ${power.name} could bypass the tenant fence: ${describe(power)}. Furrow does not start with it.`,
    )
  const unfenced = (await request.query<{ name: string }>(UNFENCED)).rows[0]
  if (unfenced)
    throw new StartFailure(
      `The table furrow.${unfenced.name} has no row-level security, and the request role can reach it. Furrow does not start.`,
    )
}

function describe({ name, by, why }: Power): string {
  const who = by === name ? 'it' : `it is a member of ${by}, which`
  if (why === 'superuser') return `${who} is a superuser`
  return why === 'bypassrls' ? `${who} has BYPASSRLS` : `${who} owns tables of the schema furrow`
}
