/**
 * An entry looked for its like of the same transaction by a plan that was made when there was none: of ten thousand devices in one
 * transaction each read through all before it. Now the index itself says whether there is one, whatever the planner believes.
 */
export const id = '202611230405_audit_once'

const like = `e.tenant_id = in_tenant and e.kind = told ->> 'kind' and e.thing = thing_key and e.tx = pg_current_xact_id()::text::bigint`
const changes = [
  [
    `    select * into known from audit_entry e
    where ${like};
    if not found then
      insert into audit_entry`,
    '    insert into audit_entry',
  ],
  [
    `pg_current_xact_id()::text::bigint);
      continue;
    end if;
`,
    `pg_current_xact_id()::text::bigint) on conflict (tenant_id, kind, thing, tx) do nothing;
    continue when found;
    -- Planned anew each time: what was right for an empty table is not for a full one.
    execute 'select * from audit_entry e where e.tenant_id = $1 and e.kind = $2 and e.thing = $3 and e.tx = pg_current_xact_id()::text::bigint'
      into known using in_tenant, told ->> 'kind', thing_key;
`,
  ],
] as const

export const up = () => `
drop index audit_entry_thing;
create unique index audit_entry_thing on audit_entry (tenant_id, kind, thing, tx);
do $do$
declare
  body text := pg_get_functiondef('audit_row(text, jsonb, text, jsonb, jsonb, bigint)'::regprocedure);
begin
${changes
  .map(
    ([was, becomes]) => `  if position($was$${was}$was$ in body) = 0 then raise 'audit_row is not as it was'; end if;
  body := replace(body, $was$${was}$was$, $now$${becomes}$now$);`,
  )
  .join('\n')}
  execute body;
end $do$;
`
