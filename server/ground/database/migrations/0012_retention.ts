/** What serves the jobs that forget: each deletes by age over all tenants, where every other index begins with a tenant or a device. */
export const id = '0012_retention'

export const up = () => `
create index online_log_age on online_log (at);
create index command_age on command (created_at);
create index user_message_age on user_message (created_at);
create index session_expiry on session (expires_at);
create index session_revoked on session (revoked_at) where revoked_at is not null;
create index captcha_expiry on captcha (expires_at);
create index sign_in_failure_age on sign_in_failure (at);
create index phone_code_age on phone_code (sent_at);
`
