import type { Roles } from '../roles.ts'

/**
 * What was wrong with a message is kept as notes that the console words in the reader's language. Sentences of older rows stay as they
 * are in `detail`; only how often a device was refused at the door was a bare number, which becomes the note that it was.
 */
export const id = '0045_rejected_notes'

export const up = (_roles: Roles) => `
alter table rejected_message add column notes jsonb not null default '[]', alter column detail set default '';
update rejected_message set notes = jsonb_build_array(jsonb_build_object('code', 'times', 'count', detail::int)), detail = ''
where reason in ('wrongPassword', 'forbiddenTopic') and detail ~ '^[0-9]{1,9}$';
`
