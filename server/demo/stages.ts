import type pg from 'pg'

/** The stages of what grows, by its crop, with their shares of the whole in percent; their names are names, not words of the console. */
const stages = [
  [
    '水稻',
    [
      ['育秧', 18],
      ['分蘖', 32],
      ['抽穗', 25],
      ['成熟', 25],
    ],
  ],
  [
    '荔枝',
    [
      ['花期', 30],
      ['幼果', 30],
      ['膨大', 25],
      ['转色', 15],
    ],
  ],
  [
    '瓜果',
    [
      ['育苗', 25],
      ['伸蔓', 25],
      ['开花坐果', 25],
      ['膨果成熟', 25],
    ],
  ],
  [
    '叶菜',
    [
      ['育苗', 35],
      ['生长', 45],
      ['采收前', 20],
    ],
  ],
  [
    '茄果',
    [
      ['育苗', 25],
      ['生长', 25],
      ['开花坐果', 20],
      ['结果', 30],
    ],
  ],
  [
    '根茎菜',
    [
      ['出苗', 20],
      ['生长', 35],
      ['膨大', 45],
    ],
  ],
  [
    '淡水鱼',
    [
      ['苗种', 25],
      ['养成', 55],
      ['育肥', 20],
    ],
  ],
  [
    '虾',
    [
      ['标粗', 25],
      ['养成', 75],
    ],
  ],
  [
    '家禽',
    [
      ['育雏', 25],
      ['育成', 50],
      ['育肥', 25],
    ],
  ],
] as const

/** Every variety that says how long it grows has stages, and what stands or will stand of it has a copy of them. */
export async function writeStages(client: pg.ClientBase): Promise<void> {
  const rows = stages.flatMap(([crop, parts]) => parts.map(([name, share], at) => ({ crop, at, name, share })))
  // The last stage takes the days that rounding has left.
  await client.query(
    `with part as (select * from unnest($1::text[], $2::int[], $3::text[], $4::int[]) as t (crop, at, name, share)),
       whole as (select variety.id, growth_days::int as days, part.at, part.name, greatest(1, floor(growth_days * share / 100.0))::int as took,
           row_number() over (partition by variety.id order by part.at desc) = 1 as is_last
         from furrow.variety join furrow.crop on crop.id = variety.crop_id join part on part.crop = crop.crop_name
         where variety.tenant_id = 1 and variety.growth_days is not null),
       listed as (select id, jsonb_agg(jsonb_build_object('name', name, 'days',
           case when is_last then days - (select coalesce(sum(other.took), 0) from whole other where other.id = whole.id and not other.is_last)
             else took end) order by at) as stages
         from whole group by id)
     update furrow.variety set stages = listed.stages from listed where listed.id = variety.id`,
    (['crop', 'at', 'name', 'share'] as const).map((key) => rows.map((row) => row[key])),
  )
  await client.query(
    'update furrow.batch set stages = variety.stages from furrow.variety where batch.tenant_id = 1 and variety.id = batch.variety_id',
  )
}
