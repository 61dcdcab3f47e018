/**
 * That nothing is known is an alarm of its own beside that of the condition. What goes on is told apart by what its rule said of what was seen;
 * what is kept of watches goes on as two courses.
 */
export const id = '202611281600_no_data_alarms'

export const up = () => `
-- The verdict of a condition whose leaves, in the order in which they are written, saw these; the first leaf is number first.
create function furrow.tree_verdict(c jsonb, seen jsonb, inout first int, out verdict text) language plpgsql as $$
declare
  part jsonb;
  inner_first int;
  inner_verdict text;
  ranks int[] := '{}';
begin
  if c ->> 'kind' in ('all', 'any') then
    for part in select value from jsonb_array_elements(c -> 'of') with ordinality as n(value, nr) order by nr loop
      select t.first, t.verdict into inner_first, inner_verdict from furrow.tree_verdict(part, seen, first) t;
      first := inner_first;
      ranks := ranks || array_position(array['no', 'unknown', 'yes'], inner_verdict);
    end loop;
    verdict := (array['no', 'unknown', 'yes'])[
      case when c ->> 'kind' = 'all' then (select min(r) from unnest(ranks) r) else (select max(r) from unnest(ranks) r) end];
  elsif c ->> 'kind' = 'not' then
    select t.first, t.verdict into inner_first, inner_verdict from furrow.tree_verdict(c -> 'of', seen, first) t;
    first := inner_first;
    verdict := case inner_verdict when 'yes' then 'no' when 'no' then 'yes' else 'unknown' end;
  else
    verdict := coalesce(seen -> first ->> 'verdict', 'unknown');
    first := first + 1;
  end if;
end $$;
create function furrow.cause_of(c jsonb, seen jsonb) returns text language sql as $$
  select case when c is not null and jsonb_array_length(seen) > 0 and (select t.verdict from furrow.tree_verdict(c, seen, 0) t) = 'unknown'
    then 'noData' else 'condition' end
$$;

alter table alarm add column cause text not null default 'condition' constraint alarm_cause_check check (cause in ('condition', 'noData'));
alter table alarm add column seen_at bigint;
comment on column alarm.cause is 'noData: nothing is known of what its rule reads; it says nothing of the condition';
comment on column alarm.seen_at is 'when the reading that decided was measured; of noData the last one that there was';
-- What still is so goes on only where its rule raises it.
update alarm a set cause = 'noData', value = null, limit_value = null, direction = 'none'
  where reason -> 'seen' @> '[{"verdict": "unknown"}]' and furrow.cause_of(reason -> 'when', reason -> 'seen') = 'noData'
    and (a.cleared_at is not null or exists (select from alarm_rule r where r.id = a.rule_id and r.logic ->> 'noData' = 'raise'));
update alarm set seen_at = (select max((s ->> 'at')::bigint) from jsonb_array_elements(reason -> 'seen') s
  where (s ->> 'itemId')::bigint = item_id and s ->> 'at' is not null) where item_id is not null;

-- Of what a watch has told: that of its alarm, else by what it saw under the logic of now.
create function furrow.told_cause(k watch_state, logic jsonb, told jsonb) returns text language sql as $$
  select coalesce(
    (select a.cause from furrow.alarm a where k.kind = 'alarm' and a.tenant_id = k.tenant_id and a.rule_id = k.rule_id and a.device_id = k.device_id
      and a.ordinal = k.ordinal and a.raised_at = (told ->> 'raisedAt')::bigint),
    case when logic ->> 'noData' = 'raise' then furrow.cause_of(logic -> 'when', told -> 'seen') else 'condition' end)
$$;

drop index alarm_active, alarm_once, alarm_newest, alarm_open;
create unique index alarm_active on alarm (tenant_id, rule_id, device_id, ordinal, cause) where cleared_at is null;
create unique index alarm_once on alarm (tenant_id, rule_id, device_id, ordinal, cause, raised_at);
create index alarm_newest on alarm (rule_id, device_id, ordinal, cause, episode_at desc);
create index alarm_open on alarm (area_id, rank, cause, raised_at desc, id desc) where cleared_at is null or acknowledged_at is null;

update watch_state w set kept = n.kept
from (
  select k.tenant_id, k.kind, k.rule_id, k.device_id, k.ordinal, jsonb_build_object(
    'told', (select coalesce(jsonb_agg(e || jsonb_build_object('cause', furrow.told_cause(k, l.logic, e)) order by nr), '[]')
      from jsonb_array_elements(k.kept -> 'told') with ordinality as t(e, nr)),
    'base', (k.kept -> 'base') - '{phase,since,active}'::text[] || case
      when l.logic ->> 'noData' is distinct from 'raise' then jsonb_build_object('condition', own.course, 'noData', null)
      when jsonb_typeof(k.kept #> '{base,active}') = 'object' and furrow.told_cause(k, l.logic, k.kept #> '{base,active}') = 'noData'
        then jsonb_build_object('condition', own.calm, 'noData', own.course)
      -- Whether it waits for the condition or for word of it is not known: both wait anew.
      when k.kept #>> '{base,phase}' = 'pending' then jsonb_build_object('condition', own.calm, 'noData', own.calm)
      else jsonb_build_object('condition', own.course, 'noData', own.calm) end) as kept
  from watch_state k join (
      select 'alarm' as kind, r.id, r.logic from alarm_rule r
      union all select 'flow', t.id, t.spec -> 'logic' from flow_trigger t
    ) l on l.kind = k.kind and l.id = k.rule_id
    cross join lateral (select
      jsonb_build_object('phase', k.kept #> '{base,phase}', 'since', k.kept #> '{base,since}', 'active', k.kept #> '{base,active}') as course,
      jsonb_build_object('phase', 'normal', 'since', k.kept #> '{base,since}', 'active', null) as calm) own
) n
where n.tenant_id = w.tenant_id and n.kind = w.kind and n.rule_id = w.rule_id and n.device_id = w.device_id and n.ordinal = w.ordinal;
delete from watch_state where not (kept -> 'base') ? 'condition';

drop function furrow.told_cause(watch_state, jsonb, jsonb);
drop function furrow.cause_of(jsonb, jsonb);
drop function furrow.tree_verdict(jsonb, jsonb, int);
`
