/** When a task came to its assignee's desk, and when that was found to be too long ago. */
export const id = '0010_approval_timeouts'

export const up = () => `
alter table approval_task add column asked_at bigint, add column overdue_at bigint;
update approval_task set asked_at = created_at where state = 'PENDING';
create index approval_task_undecided on approval_task (asked_at) where state = 'PENDING' and overdue_at is null;
`
