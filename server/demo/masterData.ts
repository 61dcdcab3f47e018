import type pg from 'pg'

/** Names of places, people and crops of the demo farm are names, not words of the console. */
const crops = [
  ['水稻', 'Rice', 'grain'],
  ['荔枝', 'Lychee', 'fruit'],
  ['瓜果', 'Melons and berries', 'fruit'],
  ['叶菜', 'Leaf vegetables', 'vegetable'],
  ['茄果', 'Fruit vegetables', 'vegetable'],
  ['根茎菜', 'Root vegetables', 'vegetable'],
  ['淡水鱼', 'Freshwater fish', 'aquatic'],
  ['虾', 'Shrimps', 'aquatic'],
  ['家禽', 'Poultry', 'livestock'],
] as const
/** A variety, its crop, its English name, the days it grows and what is expected of it in kg/mu. */
const varieties = [
  ['象牙香占', '水稻', 'Ivory fragrant rice', 112, 420],
  ['美香占 2 号', '水稻', 'Meixiangzhan 2', 118, 430],
  ['19 香', '水稻', 'Fragrant 19', 115, 410],
  ['粤香 430', '水稻', 'Yuexiang 430', 120, 450],
  ['桂味荔枝', '荔枝', 'Guiwei lychee', 95, 600],
  ['糯米糍荔枝', '荔枝', 'Nuomici lychee', 98, 550],
  ['妃子笑荔枝', '荔枝', 'Feizixiao lychee', 85, 800],
  ['怀枝荔枝', '荔枝', 'Huaizhi lychee', 100, 750],
  ['仙进奉荔枝苗', '荔枝', 'Xianjinfeng lychee seedlings', 365, null],
  ['红颜草莓', '瓜果', 'Benihoppe strawberry', 90, 2000],
  ['网纹甜瓜', '瓜果', 'Netted melon', 95, 2200],
  ['生菜', '叶菜', 'Lettuce', 45, 1500],
  ['迟菜心', '叶菜', 'Late choy sum', 60, 1200],
  ['增城迟菜心', '叶菜', 'Zengcheng late choy sum', 90, 1800],
  ['蔬菜种苗', '叶菜', 'Vegetable seedlings', 25, null],
  ['千禧小番茄', '茄果', 'Millennium cherry tomato', 110, 4000],
  ['水果黄瓜', '茄果', 'Snack cucumber', 70, 5000],
  ['彩椒', '茄果', 'Sweet pepper', 120, 3500],
  ['杜阮凉瓜', '茄果', 'Duruan bitter gourd', 80, 2500],
  ['冬种马铃薯', '根茎菜', 'Winter potato', 95, 2000],
  ['新垦莲藕', '根茎菜', 'Xinken lotus root', 150, 1800],
  ['加州鲈', '淡水鱼', 'Largemouth bass', 240, 3500],
  ['鳜鱼', '淡水鱼', 'Mandarin fish', 210, 900],
  ['脆肉鲩', '淡水鱼', 'Crisp grass carp', 300, 3000],
  ['草鱼', '淡水鱼', 'Grass carp', 270, 2200],
  ['罗非鱼', '淡水鱼', 'Tilapia', 180, 2500],
  ['鳙鱼', '淡水鱼', 'Bighead carp', 330, 1200],
  ['禾花鲤', '淡水鱼', 'Rice-flower carp', 120, 60],
  ['南美白对虾', '虾', 'Whiteleg shrimp', 100, 800],
  ['罗氏沼虾', '虾', 'Giant river prawn', 150, 350],
  ['清远麻鸡', '家禽', 'Qingyuan partridge chicken', 120, null],
] as const
/** A base's full name, who runs it, mobile, landline, and how high it lies in m. */
const bases = [
  [1, '广州市番禺区沙湾水乡渔菜共生示范基地', '黎国强', '13800000001', '020-3400 0001', 3],
  [2, '广州市番禺区莲花山荔枝标准化基地', '何荔生', '13800000005', '020-3400 0005', 42],
  [3, '广州市南沙区大岗稻渔综合种养基地', '吴稻香', '13800000007', '020-3400 0007', 2],
] as const
const DAY_MS = 86_400_000
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
export async function writeMasterData(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    'insert into furrow.crop (tenant_id, crop_name, crop_en_name, crop_kind) select 1, * from unnest($1::text[], $2::text[], $3::text[])',
    [0, 1, 2].map((at) => crops.map((one) => one[at])),
  )
  await client.query(
    `update furrow.variety set crop_id = crop.id, en_name = t.en_name, growth_days = t.days, expected_yield = t.yield
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[]) as t (name, crop_name, en_name, days, yield)
     join furrow.crop on crop.tenant_id = 1 and crop.crop_name = t.crop_name where variety.tenant_id = 1 and variety.name = t.name`,
    [0, 1, 2, 3, 4].map((at) => varieties.map((one) => one[at])),
  )
  await client.query(
    `update furrow.area set full_name = t.full_name, leader_name = t.leader, phone = t.phone, landline = t.landline, altitude = t.altitude
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) as t (id, full_name, leader, phone, landline, altitude)
     where area.tenant_id = 1 and area.id = t.id`,
    [0, 1, 2, 3, 4, 5].map((at) => bases.map((one) => one[at])),
  )
  await client.query(
    'insert into furrow.worker (tenant_id, area_id, name, code, worker_type, phone, address) select 1, * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])',
    [0, 1, 2, 3, 4, 5].map((at) => workers.map((one) => one[at])),
  )
  await client.query(
    'insert into furrow.task_type (tenant_id, sort, name, code, usage, color) select 1, n - 1, name, code, usage, color from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as t (name, code, usage, color, n)',
    [0, 1, 2, 3].map((at) => taskTypes.map((one) => one[at])),
  )
  // What stands there since less than it takes to grow, and before it the same once: with a fortnight's rest between.
  await client.query(
    `insert into furrow.batch (tenant_id, area_id, land_id, variety_id, variety_name, started_at, ended_at, batch_name, batch_no, batch_state,
       starts_on, harvest_on, expected_yield)
     select land.tenant_id, land.area_id, land.id, variety.id, variety.name, t.began, t.ended, variety.name || ' ' || to_char(first.day, 'YYYY-MM'),
       'B' || to_char(first.day, 'YYMM') || '-' || land.id, case when t.ended is null then 'growing' else 'closed' end,
       first.day, first.day + grows.days::int, round((variety.expected_yield * land.land_measure)::numeric, 2)
     from furrow.land join furrow.variety on variety.id = land.variety_id
     cross join lateral (select coalesce(variety.growth_days, 120)::bigint as days, ($1::bigint - (20 + land.id % 40) * $2::bigint) as since) as grows
     cross join lateral (values (since, null), (since - (days + 14) * $2, since - 14 * $2)) as t (began, ended)
     cross join lateral (select (to_timestamp(t.began / 1000.0) at time zone 'Asia/Shanghai')::date as day) as first
     where not exists (select from furrow.batch known where known.land_id = land.id)`,
    [now, DAY_MS],
  )
  // What follows in the greenhouses, a week after what grows there is to be harvested.
  await client.query(
    `insert into furrow.batch (tenant_id, area_id, land_id, variety_id, variety_name, batch_name, batch_no, starts_on, harvest_on, expected_yield)
     select batch.tenant_id, batch.area_id, batch.land_id, variety.id, variety.name, variety.name || ' ' || to_char(first.day, 'YYYY-MM'),
       'B' || to_char(first.day, 'YYMM') || '-' || land.id, first.day, first.day + (batch.harvest_on - batch.starts_on), batch.expected_yield
     from furrow.batch join furrow.land on land.id = batch.land_id and land.land_type = 'greenhouse'
     join furrow.variety on variety.id = batch.variety_id
     cross join lateral (select batch.harvest_on + 7 as day) as first
     where batch.batch_state = 'growing'`,
  )
}
