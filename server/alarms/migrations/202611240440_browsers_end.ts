/** A browser is told of alarms as long as its session lasts: when that ends is said beside it, for those who may not read sessions. */
export const id = '202611240440_browsers_end'

export const up = () => `
alter table alarm_browser add column ends_at bigint not null default 0;
update alarm_browser set ends_at = session.expires_at from session where session.id = session_id;
comment on column alarm_browser.ends_at is 'when its session does, ms UTC: from then on it is told nothing';

create function end_with_session() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
begin
  select expires_at into new.ends_at from session where id = new.session_id;
  return new;
end $body$;
create trigger end_with_session before insert or update of session_id on alarm_browser for each row execute function end_with_session();

create function move_browsers_end() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
begin
  update alarm_browser set ends_at = new.expires_at where session_id = new.id;
  return null;
end $body$;
create trigger move_browsers_end after update of expires_at on session for each row when (new.expires_at is distinct from old.expires_at)
  execute function move_browsers_end();
`
