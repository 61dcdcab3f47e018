import { CIRCULAR } from '#contract/devices/circular'

/**
 * The mean of directions is that of their vectors: roll-ups of what goes round hold the sums of cosines and sines. Those of before are made
 * anew from the readings, in the background, as far as these are kept.
 */
export const id = '202611282335_directions'

export const up = () => `
create function is_circular(code text) returns boolean language sql immutable parallel safe as $$ select code ~* '${CIRCULAR}' $$;
comment on function is_circular(text) is 'whether the values of an item with this code are degrees of a circle: contract/devices/circular.ts';
grant execute on function is_circular(text) to public;
${['reading_hour', 'reading_minute']
  .map(
    (table) => `alter table ${table} add column cos_sum double precision, add column sin_sum double precision;
comment on column ${table}.cos_sum is 'of what goes round, with sin_sum: the sum of the vectors of its degrees; null otherwise, and where it was rolled up before and the readings are gone';`,
  )
  .join('\n')}
insert into rollup_dirty (item_id, hour, tenant_id)
  select hour.item_id, hour.bucket, hour.tenant_id from reading_hour hour join item on item.id = hour.item_id and is_circular(item.code)
  where exists (select from reading where reading.item_id = hour.item_id and reading.ts >= hour.bucket and reading.ts < hour.bucket + 3600000)
  on conflict do nothing;
`
