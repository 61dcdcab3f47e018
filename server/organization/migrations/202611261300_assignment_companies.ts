import { recordAudit } from '../../ground/database/recordAudit.ts'

/**
 * A role may be given for companies: for the bases that stand below them, now and in future. `area_ids` stays what everything asks; of an
 * assignment that names companies the database writes it, whenever a base comes below them or goes (docs/decisions/0115-users.md).
 */
export const id = '202611261300_assignment_companies'

const user = ['app_user', 'real_name'] as const
const recorded = {
  role_assignment: {
    kind: 'grant',
    key: ['user_id', 'role_id'],
    title: ['user_id', 'role_id'],
    ignored: ['named_ids'],
    names: { user_id: user, role_id: ['role', 'name'], area_ids: ['area', 'area_name'], unit_ids: ['org_unit_named', 'name'] },
  },
} as const

export const up = () => `
alter table role_assignment add column unit_ids bigint[], add column named_ids bigint[] not null default '{}',
  add check (unit_ids is null or area_ids is not null);
comment on column role_assignment.unit_ids is 'companies, whose bases area_ids then holds beside those of named_ids; null where none is named';
create function bases_under(tenant bigint, units bigint[]) returns bigint[] language sql stable set search_path = furrow, pg_temp as $body$
  with recursive below (id, area_id) as (
    select unit.id, unit.area_id from org_unit unit where unit.tenant_id = tenant and unit.id = any(units)
    union
    select unit.id, unit.area_id from below join org_unit unit on unit.tenant_id = tenant and unit.parent_id = below.id
  ) select coalesce(array_agg(area_id order by area_id) filter (where area_id is not null), '{}') from below
$body$;
create function derive_bases() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
begin
  new.area_ids := array(select unnest(new.named_ids) union select unnest(bases_under(new.tenant_id, new.unit_ids)) order by 1);
  return new;
end $body$;
create trigger assignment_bases before insert or update on role_assignment for each row when (new.unit_ids is not null)
  execute function derive_bases();
create function follow_tree() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
begin
  update role_assignment set unit_ids = unit_ids where tenant_id = coalesce(new.tenant_id, old.tenant_id) and unit_ids is not null
    and area_ids is distinct from array(select unnest(named_ids) union select unnest(bases_under(tenant_id, unit_ids)) order by 1);
  return null;
end $body$;
create trigger unit_followed after insert or delete or update of parent_id on org_unit for each row execute function follow_tree();
${recordAudit(recorded)}
`
