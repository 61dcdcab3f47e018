import type pg from 'pg'

/** Names of places, people and crops of the demo farm are names, not words of the console. */
const crops = [
  ['水稻', 'Rice', 'grain'],
  ['荔枝', 'Lychee', 'fruit'],
  ['叶菜', 'Leaf vegetables', 'vegetable'],
  ['茄果', 'Fruit vegetables', 'vegetable'],
  ['淡水鱼', 'Freshwater fish', 'aquatic'],
  ['家禽', 'Poultry', 'livestock'],
] as const
/** The crop of a plot's habitat, where a variety has no better one. */
const cropOfLand = `case when land.nurture_kind = 'pond' then '淡水鱼' when land.nurture_kind = 'animal' then '家禽' when land.land_type = 'orchard' then '荔枝'
  when land.land_type = 'greenhouse' then '茄果' else '水稻' end`
const workers = [
  [1, '黎国强', 'SW-001', 'manager', '13800000001', '紫坭村一社 12 号'],
  [1, '冯水清', 'SW-002', 'technician', '13800000002', '紫坭村三社 7 号'],
  [1, '梁阿娣', 'SW-003', 'regular', '13800000003', '沙湾街道福涌路 25 号'],
  [1, '陈伯安', 'SW-004', 'seasonal', '13800000004', '紫坭村五社 3 号'],
  [2, '何荔生', 'LHS-001', 'manager', '13800000005', '莲花山村东街 8 号'],
  [2, '周小满', 'LHS-002', 'regular', '13800000006', '莲花山村西街 16 号'],
  [3, '吴稻香', 'DG-001', 'technician', '13800000007', '新沙村南街 2 号'],
  [3, '郭立秋', 'DG-002', 'seasonal', '13800000008', '新沙村北街 31 号'],
] as const
const taskTypes = [
  ['播种', 'SOW', 'plant', '#7fae3f'],
  ['灌溉', 'IRR', 'plant', '#2f86b7'],
  ['施肥', 'FER', 'plant', '#b37a55'],
  ['植保', 'PRO', 'plant', '#c0574f'],
  ['采收', 'HAR', 'both', '#d9b04a'],
  ['投喂', 'FED', 'nurture', '#3f9455'],
  ['巡检', 'CHK', 'both', '#6b7a8c'],
] as const

/** Master data of the demo's first tenant, and what stands on every demo plot since it was seeded. */
export async function seedMasterData(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    'insert into furrow.crop (tenant_id, crop_name, crop_en_name, crop_kind) select 1, * from unnest($1::text[], $2::text[], $3::text[])',
    [0, 1, 2].map((at) => crops.map((one) => one[at])),
  )
  await client.query(
    `update furrow.variety set crop_id = crop.id from furrow.land, furrow.crop
     where land.variety_id = variety.id and variety.tenant_id = 1 and crop.tenant_id = 1 and crop.crop_name = ${cropOfLand}`,
  )
  await client.query(
    'insert into furrow.worker (tenant_id, area_id, name, code, worker_type, phone, address) select 1, * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])',
    [0, 1, 2, 3, 4, 5].map((at) => workers.map((one) => one[at])),
  )
  await client.query(
    'insert into furrow.task_type (tenant_id, sort, name, code, usage, color) select 1, n - 1, name, code, usage, color from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as t (name, code, usage, color, n)',
    [0, 1, 2, 3].map((at) => taskTypes.map((one) => one[at])),
  )
  await client.query(
    `insert into furrow.land_period (tenant_id, area_id, land_id, variety_id, variety_name, started_at)
     select land.tenant_id, land.area_id, land.id, variety.id, variety.name, $1 from furrow.land join furrow.variety on variety.id = land.variety_id
     where not exists (select from furrow.land_period known where known.land_id = land.id)`,
    [now],
  )
}
