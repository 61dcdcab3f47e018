/** A fingerprint is written each time something is told: a digest of the bound rule says as much as its whole text, and a row stays on its page. */
export const id = '202611240430_short_fingerprints'

export const up = () => `
update watch_state set fingerprint = encode(sha256(convert_to(fingerprint, 'UTF8')), 'base64');
alter table watch_state set (fillfactor = 50);
comment on column watch_state.fingerprint is 'a digest of the bound rule that it is of: of another it says nothing';
`
