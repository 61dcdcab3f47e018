import { fenceTables } from '../../ground/database/fenceTables.ts'
import type { Roles } from '../../ground/database/roles.ts'
import { recordAudit } from '../../ground/database/recordAudit.ts'

/** Somebody looks at the console as somebody else of the same tenant: who, as whom, from when until when. It ends with the session that began it. */
export const id = '202611261300_viewing'

const recorded = {
  viewing: {
    kind: 'viewing',
    title: ['viewed_id'],
    names: { viewed_id: ['app_user', 'real_name'], viewer_id: ['app_user', 'real_name'] },
    ignored: ['session_id', 'began_at', 'ends_at'],
  },
} as const

export const up = (roles: Roles) => `
create table viewing (
  id uuid primary key, tenant_id bigint not null references tenant, viewer_id bigint not null references app_user,
  viewed_id bigint not null references app_user, session_id uuid references session on delete set null,
  began_at bigint not null, ends_at bigint not null, ended_at bigint
);
create index viewing_session on viewing (session_id);
create index viewing_open on viewing (ends_at) where ended_at is null;
create index viewing_tenant on viewing (tenant_id);
${fenceTables(['viewing'], roles, { readOnly: true })}
revoke select on viewing from ${roles.request};
${recordAudit(recorded)}
create trigger viewing_tells after update of ended_at on viewing for each row
  when (old.ended_at is distinct from new.ended_at) execute function tell_gate('session', 'id');
create trigger viewing_gone_tells after delete on viewing for each row execute function tell_gate('session', 'id');
create function tell_viewings() returns trigger language plpgsql set search_path = furrow, pg_temp as $body$
begin
  perform pg_notify('furrow_gate', 'session ' || v.id) from viewing v where v.session_id = old.id and v.ended_at is null;
  return null;
end $body$;
create trigger session_tells_viewings after update of revoked_at on session for each row
  when (old.revoked_at is distinct from new.revoked_at) execute function tell_viewings();
`
