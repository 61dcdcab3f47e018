import { fenceTables } from '../fenceTables.ts'
import type { Roles } from '../roles.ts'

/**
 * Which row uses which file is said by whoever writes the row, in the same transaction. No table is looked through for what it might
 * name, and no trigger reads every row that is written.
 */
export const id = '0030_file_use'

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const NAMING: Readonly<Record<string, string>> = {
  area: `concat_ws(' ', area_cover, scene_images)`,
  crop: 'crop_image',
  variety: 'variety_image',
  consult: `concat_ws(' ', cover_picture, content)`,
  notice: 'body',
  banner: `concat_ws(' ', image_address, content)`,
  tenant_screen: `concat_ws(' ', screen_image, screen_address)`,
  device: 'file_url',
  app_user: 'image_url',
}

/** What the rows that are there already use, read once. */
export const fillUses = [
  ...Object.entries(NAMING).map(
    ([table, text]) => `
insert into file_use (tenant_id, holder, holder_id, file_id)
select distinct f.tenant_id, '${table}', h.id, f.id from ${table} h cross join lateral regexp_matches(${text}, '/files/(${UUID})', 'g') m
join file f on f.id = m[1]::uuid${table === 'app_user' ? '' : ' and f.tenant_id = h.tenant_id'};`,
  ),
  `
insert into file_use (tenant_id, holder, holder_id, attachment_id)
select tenant_id, 'notice', id, attachment_id from notice where attachment_id is not null;`,
].join('')

export const up = (roles: Roles) => `
alter table file add constraint file_of_tenant unique (tenant_id, id);
create table file_use (
  tenant_id bigint not null references tenant, holder text not null, holder_id bigint not null, file_id uuid, attachment_id uuid,
  constraint file_use_file foreign key (tenant_id, file_id) references file (tenant_id, id),
  constraint file_use_names_one check (num_nonnulls(file_id, attachment_id) = 1),
  constraint file_use_once unique nulls not distinct (tenant_id, holder, holder_id, file_id, attachment_id)
);
comment on table file_use is 'a row (holder: its table) that uses a file, or all files that share an attachment id; a used file is not swept';
create index file_use_of_file on file_use (tenant_id, file_id) where file_id is not null;
create index file_use_of_attachment on file_use (tenant_id, attachment_id) where attachment_id is not null;
${fenceTables(['file_use'], roles)}
${fillUses}

do $body$
declare
  one record;
begin
  for one in select t.tgrelid::regclass as holder from pg_trigger t where t.tgname = 'hold_files' and t.tgparentid = 0 loop
    execute format('drop trigger hold_files on %s', one.holder);
  end loop;
end $body$;
drop function unnamed_files(uuid[]);
drop function guard_files();
drop function hold_files();
drop view file_holder;
`
