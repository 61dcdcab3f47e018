import type pg from 'pg'

/** A statement each, whose rows are lines of text: everything that a step of the schema can make. */
const PARTS = [
  `select 'column', c.relname, a.attname, a.attnum - (select count(*) from pg_attribute d where d.attrelid = c.oid and d.attnum > 0 and d.attnum < a.attnum and d.attisdropped),
     format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'furrow'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  `select 'relation', relname, relkind, reloptions, relrowsecurity, relforcerowsecurity, relispartition, pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid),
     (select array_agg(part::text order by part::text) from unnest(relacl) as part), obj_description(oid)
   from pg_class where relnamespace = 'furrow'::regnamespace`,
  // PostgreSQL 18 keeps what is not null as a constraint of its own; the columns say it.
  `select 'constraint', conrelid::regclass, conname, condeferrable, condeferred, convalidated, pg_get_constraintdef(oid)
   from pg_constraint where connamespace = 'furrow'::regnamespace and contype <> 'n'`,
  `select 'index', pg_get_indexdef(indexrelid), indisvalid from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = 'furrow'::regnamespace`,
  `select 'trigger', tgenabled, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where c.relnamespace = 'furrow'::regnamespace and not tgisinternal`,
  `select 'function', pg_get_functiondef(oid), (select array_agg(part::text order by part::text) from unnest(proacl) as part), obj_description(oid)
   from pg_proc where pronamespace = 'furrow'::regnamespace`,
  `select 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies where schemaname = 'furrow'`,
  `select 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value from pg_sequences where schemaname = 'furrow'`,
  `select 'schema', (select array_agg(part::text order by part::text) from unnest(nspacl) as part) from pg_namespace where nspname = 'furrow'`,
  `select 'privileges', defaclobjtype, defaclacl from pg_default_acl`,
  `select 'horizon', version, hour from furrow.rollup_horizon`,
  `select 'retention', count(*), bool_and(at > 1700000000000) from furrow.retention`,
]

/**
 * The whole schema of a database as lines of text, the roles of the server and its owner by what they are. How the brackets of a condition
 * nest is left out: it hangs on whether the condition was written or read back.
 */
export async function catalogOf(
  client: pg.ClientBase | pg.Pool,
  roles: { readonly request: string; readonly service: string },
): Promise<string[]> {
  const { rows: owners } = await client.query<{ owner: string }>(
    `select nspowner::regrole::text as owner from pg_namespace where nspname = 'furrow'`,
  )
  const { owner } = owners[0]!
  const lines: string[] = []
  for (const part of PARTS) {
    const { rows } = await client.query<unknown[]>({ text: part, rowMode: 'array' })
    lines.push(...rows.map((row) => JSON.stringify(row)))
  }
  return lines
    .map((line) =>
      line
        .replaceAll(roles.request, '{request}')
        .replaceAll(roles.service, '{service}')
        .replaceAll(`"${owner}=`, '"{owner}=')
        .replaceAll(`/${owner}"`, '/{owner}"')
        .replaceAll(/[()]/g, ''),
    )
    .toSorted()
}
