import { recordAudit } from '../../ground/database/parts/recordAudit.ts'

/** A batch that has ended keeps the measure that its plot had: what it cost and was given per mu stays when the plot is measured anew. */
export const id = '202611282240_batch_measure'

export const up = () => `
alter table batch add column measure numeric(12, 2);
comment on column batch.measure is 'mu of its plot when that was measured anew after the batch had ended; null: what the plot measures today';
create function keep_batch_measure() returns trigger language plpgsql set search_path to 'furrow', 'pg_temp' as $$
begin
  update batch set measure = old.land_measure where land_id = old.id and batch_state in ('closed', 'failed') and measure is null;
  return null;
end $$;
revoke all on function keep_batch_measure() from public;
create trigger keeps_measure after update of land_measure on land for each row
  when (old.land_measure is not null and old.land_measure is distinct from new.land_measure) execute function keep_batch_measure();
${recordAudit({
  batch: {
    kind: 'batch',
    title: ['batch_no', 'batch_name'],
    names: { area_id: ['area', 'area_name'], land_id: ['land', 'land_name'], variety_id: ['variety', 'name'] },
    ignored: ['variety_name', 'measure'],
  },
})}
`
