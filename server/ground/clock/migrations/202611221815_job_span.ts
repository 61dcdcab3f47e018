/** A timer that stands for a time that passes, rather than for a moment: a clock that is set back makes it no longer. */
export const id = '202611221815_job_span'

export const up = () => `
alter table job add column span bigint;
comment on column job.span is 'how far ahead it was set, in ms, where that is what counts; null where the moment counts';
create index job_span on job (due_at) where span is not null;
`
