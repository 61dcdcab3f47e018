/** Of who leaves the companies are kept for which they had their roles, and an invitation names companies like an assignment does. */
export const id = '202611261720_kept_companies'

export const up = () => `
create or replace function keep_past_member() returns trigger language plpgsql security definer set search_path = furrow, pg_temp as $body$
begin
  insert into past_member (tenant_id, user_id, real_name, left_at, roles, unit_id, title)
  select old.tenant_id, old.user_id, u.real_name, (extract(epoch from clock_timestamp()) * 1000)::bigint,
    (select coalesce(jsonb_agg(jsonb_build_object('roleId', a.role_id, 'companyIds', coalesce(a.unit_ids, '{}'),
        'areaIds', case when a.unit_ids is null then a.area_ids else a.named_ids end) order by a.role_id), '[]')
      from role_assignment a where a.tenant_id = old.tenant_id and a.user_id = old.user_id), old.unit_id, old.title
  from app_user u where u.id = old.user_id and exists (select from tenant where id = old.tenant_id)
  on conflict (tenant_id, user_id) do update set real_name = excluded.real_name, left_at = excluded.left_at, roles = excluded.roles,
    unit_id = excluded.unit_id, title = excluded.title;
  -- A role outlives no membership.
  delete from role_assignment where tenant_id = old.tenant_id and user_id = old.user_id;
  return old;
end $body$;
update past_member set roles = (select jsonb_agg('{"companyIds": []}' || had order by nth) from jsonb_array_elements(roles) with ordinality as o (had, nth))
  where roles <> '[]';
update user_invitation set roles = (select jsonb_agg('{"companyIds": []}' || given order by nth)
    from jsonb_array_elements(roles) with ordinality as o (given, nth)) where roles <> '[]';
`
