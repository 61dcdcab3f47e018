import type pg from 'pg'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR

interface Story {
  readonly base: number
  readonly plot: string
  readonly title: string
  readonly asker: string
  /** Who is asked; null: whoever may answer. */
  readonly expert: string | null
  /** How long ago each was said, by whom. */
  readonly said: readonly (readonly [age: number, who: string, content: string])[]
  /** Which answer was taken, counted among all that was said. */
  readonly taken?: number
}

/** What was asked on the demo farm, and what came of it. */
const stories: readonly Story[] = [
  {
    base: 1,
    plot: '1 号大棚',
    title: '番茄下部叶片出现灰褐色病斑',
    asker: 'operator',
    expert: 'admin',
    said: [
      [
        6 * DAY,
        'operator',
        '三天前开始，1 号大棚靠北侧的番茄下部叶片出现灰褐色圆斑，有同心轮纹，早上棚内结露比较重。目前约两成植株有，还没打药。',
      ],
      [
        6 * DAY - 3 * HOUR,
        'admin',
        '像早疫病。先摘除病叶带出棚外，上午提早通风降湿，傍晚不要浇水；再用苯醚甲环唑按标签用量喷一次，七天后看新叶。',
      ],
      [5 * DAY, 'operator', '病叶已经摘除并喷药，通风提前到七点半。新叶目前干净，谢谢。'],
      [5 * DAY - 2 * HOUR, 'admin', '好的，注意采收安全间隔期，在地块页面能看到最早采收日。'],
    ],
    taken: 1,
  },
  {
    base: 1,
    plot: '2 号大棚',
    title: '黄瓜结瓜期该不该减少氮肥？',
    asker: 'operator',
    expert: null,
    said: [
      [30 * HOUR, 'operator', '黄瓜已经进入盛瓜期，叶色偏深，瓜条有点弯。水溶肥现在还是平衡型，是不是该换高钾型？'],
      [27 * HOUR, 'admin', '可以换高钾型，氮降三成，同时保持每天少量多次滴灌，弯瓜多半是水分忽多忽少造成的。'],
    ],
  },
  {
    base: 2,
    plot: '',
    title: '荔枝秋梢老熟前后，灌溉间隔怎么定？',
    asker: 'operator',
    expert: 'admin',
    said: [[5 * HOUR, 'operator', '秋梢叶片正在转绿，土壤水分 20 厘米深处在 24% 左右。想控水促花，又怕转绿不足，请问现在几天灌一次合适？']],
  },
]

/** Questions to experts of the demo's first tenant; a plot that the farm does not have is left out. */
export async function writeInquiries(client: pg.ClientBase, now: number): Promise<void> {
  const people = await client.query<{ id: number; login_name: string; real_name: string }>(
    `select id, login_name, real_name from furrow.app_user where login_name in ('admin', 'operator')`,
  )
  const person = (login: string) => people.rows.find((one) => one.login_name === login)!
  for (const { base, plot, title, asker, expert, said, taken } of stories) {
    const answers = said.filter(([, who]) => who !== asker).length
    const state = taken !== undefined ? 'closed' : said.at(-1)![1] === asker ? 'open' : 'answered'
    const [first, last] = [now - said[0]![0], now - said.at(-1)![0]]
    const { id: askerId, real_name: name } = person(asker)
    const closed = state === 'closed' ? [last, name] : [null, null]
    const { rows } = await client.query<{ id: number }>(
      `insert into furrow.inquiry (tenant_id, area_id, land_id, title, state, asker_id, asker_name, asked_at, last_at, answers, closed_at, closed_by)
       values (1, $1, (select id from furrow.land where tenant_id = 1 and area_id = $1 and land_name = $2), $3, $4, $5, $6, $7, $8, $9, $10, $11)
       returning id`,
      [base, plot, title, state, askerId, name, first, last, answers, ...closed],
    )
    const inquiryId = rows[0]!.id
    const ids: number[] = []
    for (const [age, who, content] of said) {
      const author = person(who)
      const made = await client.query<{ id: number }>(
        `insert into furrow.inquiry_message (tenant_id, area_id, inquiry_id, kind, content, at, author_id, author_name)
         values (1, $1, $2, $3, $4, $5, $6, $7) returning id`,
        [base, inquiryId, who === asker ? 'question' : 'answer', content, now - age, author.id, author.real_name],
      )
      ids.push(made.rows[0]!.id)
    }
    if (taken !== undefined) await client.query('update furrow.inquiry set accepted_id = $2 where id = $1', [inquiryId, ids[taken]])
    if (expert !== null)
      await client.query(`insert into furrow.inquiry_expert (inquiry_id, user_id, tenant_id, area_id, name) values ($1, $2, 1, $3, $4)`, [
        inquiryId,
        person(expert).id,
        base,
        person(expert).real_name,
      ])
  }
}
