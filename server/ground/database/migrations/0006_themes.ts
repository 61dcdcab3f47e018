import { fenceTables } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/** How each person's console looks, in each tenant. */
export const id = '0006_themes'

export const up = (roles: Roles): string => `
create table menu_theme (
  tenant_id bigint not null references tenant, user_id bigint not null references app_user,
  open int not null default 1, theme jsonb not null, updated_at bigint not null, primary key (tenant_id, user_id)
);
${fenceTables(['menu_theme'], roles)}
`
