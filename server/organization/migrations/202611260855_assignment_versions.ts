/** Two who change for which bases somebody has a role hear of each other. */
export const id = '202611260855_assignment_versions'

export const up = () => `
alter table role_assignment add column object_version_number int not null default 1;
create index role_assignment_role on role_assignment (tenant_id, role_id);
`
