/** Why something could not be told, as a word for which the console has a sentence; null where nobody foresaw it. */
export const id = '202611221415_outbox_cause'

export const up = () => `
alter table outbox add column cause text;
comment on column outbox.cause is 'why it could not be told, as far as it was foreseen; error has the words for a technician';
`
