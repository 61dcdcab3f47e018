/** How many approvals still go by a version of a flow is counted for each version that a page lists. */
export const id = '202611260900_running_by_definition'

export const up = () => `
create index approval_instance_running on approval_instance (tenant_id, definition_id) where state = 'PENDING';
`
