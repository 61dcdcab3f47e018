import { fenceTables } from '../../ground/database/parts/fenceTables.ts'
import type { Roles } from '../../ground/database/roles.ts'

/**
 * Rows of the ledger carry the base that they happened in. A store that moves takes its stock along by rows of their own, so that the rows of
 * each base come to what lies there, and what was before stays where it was.
 */
export const id = '202611282230_base_of_entry'

export const up = (roles: Roles) => `
alter table stock_posting alter column document_id drop not null,
  drop constraint stock_posting_kind_check, add constraint stock_posting_kind_check check (kind in ('post', 'reverse', 'relocate')),
  add constraint stock_posting_of check ((kind = 'relocate') = (document_id is null));
alter table stock_entry alter column line_id drop not null,
  drop constraint stock_entry_kind_check, add constraint stock_entry_kind_check check (kind in ('move', 'revalue', 'relocate')),
  drop constraint stock_entry_check, add constraint stock_entry_check check (kind = 'relocate' or (kind = 'move') = (quantity <> 0)),
  add constraint stock_entry_of check ((kind = 'relocate') = (line_id is null)),
  add column area_id bigint references area(id), add column area_assumed boolean not null default false;
comment on column stock_entry.area_id is 'the base that its store stood in when it happened';
comment on column stock_entry.area_assumed is 'written before rows had a base, and the trail does not say where the store stood then: the base of the day on which they got one';

create table store_relocation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant(id),
  store_id bigint not null references store(id) on delete cascade,
  from_area_id bigint not null references area(id),
  to_area_id bigint not null references area(id),
  at bigint not null,
  user_id bigint not null,
  user_name text not null,
  check (from_area_id <> to_area_id)
);
comment on table store_relocation is 'when a store came to another base: what happened before is of the base before';
create index store_relocation_store on store_relocation (store_id, at, id);
create index store_relocation_tenant on store_relocation (tenant_id);
create index store_relocation_from on store_relocation (from_area_id);
create index store_relocation_to on store_relocation (to_area_id);
${fenceTables(['store_relocation'], roles)}
revoke update, delete on store_relocation from ${roles.request}, ${roles.service};

-- What lies in a store and is on its way there leaves the one base and comes to the other.
create function relocate_stock() returns trigger language plpgsql set search_path to 'furrow', 'pg_temp' as $$
declare
  posting bigint;
begin
  -- Whoever moves goods holds the store: all that was written of the base before is there to be read.
  perform from store where id = new.store_id for update;
  if not exists (select from stock_entry where store_id = new.store_id and area_id = new.from_area_id and effective_at <= new.at
    group by product_id, transit, lot_id having sum(quantity) <> 0 or sum(value) <> 0) then return null; end if;
  insert into stock_posting (tenant_id, document_id, kind, effective_at, at, user_id, user_name)
    values (new.tenant_id, null, 'relocate', new.at, new.at, new.user_id, new.user_name) returning id into posting;
  insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, transit, lot_id, quantity, value, effective_at, area_id)
    select new.tenant_id, posting, null, 'relocate', lay.product_id, new.store_id, lay.transit, lay.lot_id, side.sign * lay.quantity, side.sign * lay.value, new.at,
      case side.sign when 1 then new.to_area_id else new.from_area_id end
    from (select product_id, transit, lot_id, sum(quantity) as quantity, sum(value) as value from stock_entry
      where store_id = new.store_id and area_id = new.from_area_id and effective_at <= new.at group by 1, 2, 3) as lay
    cross join (values (-1), (1)) as side (sign)
    where lay.quantity <> 0 or lay.value <> 0 order by lay.product_id, lay.transit, lay.lot_id, side.sign;
  return null;
end $$;
revoke all on function relocate_stock() from public;
create trigger relocates after insert on store_relocation for each row execute function relocate_stock();

-- The base of a store is where it came to last: whoever moves one says so.
create function store_was_relocated() returns trigger language plpgsql set search_path to 'furrow', 'pg_temp' as $$
begin
  if new.area_id is distinct from (select to_area_id from store_relocation where store_id = new.id order by id desc limit 1) then
    raise exception 'store % stands in another base, and no relocation says so', new.id;
  end if;
  return null;
end $$;
revoke all on function store_was_relocated() from public;
create constraint trigger relocated after update of area_id on store deferrable initially deferred
  for each row when (old.area_id <> new.area_id) execute function store_was_relocated();

create temporary table ledger_before on commit drop as
  select tenant_id, product_id, store_id, transit, sum(quantity) as quantity, sum(value) as value from stock_entry group by 1, 2, 3, 4;
-- Where the trail tells of all that a store went through, from one base to the next and to the one of today.
create temporary table told_relocation on commit drop as
  with told as (
    select entry.id, store.id as store_id, store.tenant_id, store.area_id as stands, entry.at, coalesce(entry.user_id, 0) as user_id, coalesce(entry.user_name, '') as user_name,
      (entry.changes #>> '{area_id,before,id}')::bigint as from_id, (entry.changes #>> '{area_id,after,id}')::bigint as to_id
    from audit_entry entry join store on store.tenant_id = entry.tenant_id and store.id::text = entry.thing
    where entry.kind = 'store' and entry.verb = 'changed' and entry.changes ? 'area_id'
  ), chained as (
    select *, lead(from_id, 1, stands) over (partition by store_id order by at, id) as next_id from told
  )
  select * from chained c where not exists (
    select from chained other where other.store_id = c.store_id and (other.to_id is distinct from other.next_id or other.from_id is not distinct from other.to_id
      or not exists (select from area where area.id = other.from_id and area.tenant_id = other.tenant_id)));
update stock_entry e set
  area_id = coalesce((select r.from_id from told_relocation r where r.store_id = e.store_id and r.at > e.effective_at order by r.at, r.id limit 1), store.area_id),
  area_assumed = e.effective_at < known.since
from store join (
    select s.id, case when exists (select from audit_entry a where a.tenant_id = s.tenant_id and a.kind = 'store' and a.thing = s.id::text and a.verb = 'changed'
          and a.changes ? 'area_id') and not exists (select from told_relocation r where r.store_id = s.id) then 9007199254740991
      when exists (select from audit_entry a where a.tenant_id = s.tenant_id and a.kind = 'store' and a.thing = s.id::text and a.verb = 'made') then 0
      else coalesce((select min(a.at) from audit_entry a where a.tenant_id = s.tenant_id), 9007199254740991) end as since
    from store s
  ) as known on known.id = store.id
where store.id = e.store_id;
insert into store_relocation (tenant_id, store_id, from_area_id, to_area_id, at, user_id, user_name)
  select tenant_id, store_id, from_id, to_id, at, user_id, user_name from told_relocation order by at, id;
do $$
begin
  if exists (
    (table ledger_before except select tenant_id, product_id, store_id, transit, sum(quantity), sum(value) from stock_entry group by 1, 2, 3, 4)
    union all
    (select tenant_id, product_id, store_id, transit, sum(quantity), sum(value) from stock_entry group by 1, 2, 3, 4 except table ledger_before)
  ) then raise exception 'the ledger comes to something else than before'; end if;
  if exists (select from stock_entry e join store s on s.id = e.store_id where e.area_id <> s.area_id
    group by e.store_id, e.area_id, e.product_id, e.transit, e.lot_id having sum(e.quantity) <> 0 or sum(e.value) <> 0)
  then raise exception 'something is left in a base that its store has left'; end if;
end $$;
alter table stock_entry alter column area_id set not null;
create index stock_entry_area on stock_entry (area_id);
`
