import type pg from 'pg'
import { type Portal, SCREEN_CODE } from '#contract/home/home'
import { valueTypes } from '#contract/news/article'

const DAY = 24 * 3_600_000
const HOUSE = 1

const banners = [
  { title: '智慧大棚：温湿度实时可见', image_address: '/home/banner-1.svg', type_flag: 1, content: '/map' },
  { title: '增氧机远程启停：看到设备确认才算数', image_address: '/home/banner-2.svg', type_flag: 0, content: '/web/farm/home' },
  { title: '荔枝丰收季：从果园到餐桌', image_address: '/home/banner-3.svg', type_flag: 0, content: '/home?article=2' },
]
const screens = [{ screen_name: '数字地图大屏', screen_image: '/home/banner-1.svg', screen_address: '/map', screen_type: 1 }]
// Pages of the console itself: it names them in the language of who looks.
const links = [
  { code: 'open-interface', path: '/docs', type: 'outer-link', icon: 'api' },
  { code: 'wall', path: '/map', type: 'inner-link', icon: 'map' },
]
const portal: Portal = {
  // Nobody has made an app: the pages of the console stand for them, and the product's own help.
  applications: [],
  softwareDownload: null,
  tutorialVideo: null,
  videoTutorial: null,
  helpDocument: null,
}

const categories = ['种植技术', '水产养殖', '市场行情', '平台指南']
interface Article {
  readonly category: number
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly label: string
  readonly source: string | null
  readonly cover: string | null
  readonly daysAgo: number
  readonly read: number
  /** Where it stands out. */
  readonly marks: readonly number[]
  /** Published from then on, or until then; at once and for good without them. */
  readonly fromDaysAgo?: number
  readonly untilDaysAgo?: number
}
const articles: readonly Article[] = [
  {
    category: 0,
    title: '连阴雨天气大棚番茄管理要点',
    paragraphs: [
      '近期持续阴雨，棚内湿度偏高，易发灰霉病和晚疫病。请在中午前后短时通风，夜间湿度控制在 85% 以下。',
      '停止大水浇灌，改用滴灌，单次每亩不超过 3 立方米；及时摘除病叶并带出棚外处理。',
      '雨后转晴第一天注意遮阴，避免强光造成萎蔫。',
    ],
    label: '番茄',
    source: '农业技术推广站',
    cover: '/home/banner-1.svg',
    daysAgo: 1,
    read: 268,
    marks: [valueTypes.latest, valueTypes.carousel],
  },
  {
    category: 2,
    title: '荔枝进入集中上市期，产地价格平稳',
    paragraphs: [
      '本周妃子笑产地收购价每斤 6.5 至 7.8 元，桂味 12 至 15 元，与上周基本持平。',
      '冷链装车前请预冷至 5 °C 以下，运输全程保持 3 至 5 °C。',
    ],
    label: '荔枝',
    source: '产销对接平台',
    cover: '/home/banner-3.svg',
    daysAgo: 2,
    read: 512,
    marks: [valueTypes.hot, valueTypes.latest, valueTypes.carousel],
  },
  {
    category: 1,
    title: '高温季节池塘溶解氧怎么守',
    paragraphs: [
      '水温超过 30 °C 时，凌晨 3 点到 6 点溶解氧最低。建议把增氧机启动阈值设为 4 mg/L，停机阈值设为 6 mg/L。',
      '晴天中午开机 2 小时，打破水体分层；阴雨天提前到傍晚开机。',
    ],
    label: '增氧',
    source: '水产技术指导站',
    cover: '/home/banner-2.svg',
    daysAgo: 3,
    read: 431,
    marks: [valueTypes.latest, valueTypes.carousel],
  },
  {
    category: 0,
    title: '稻渔共作田间沟怎么开',
    paragraphs: ['环沟宽 1.5 米、深 1.0 米，面积不超过田块的 10%。沟坡 1:1，防止塌陷。', '进排水口分设对角，装 20 目双层拦网。'],
    label: '稻渔',
    source: null,
    cover: null,
    daysAgo: 5,
    read: 187,
    marks: [valueTypes.latest],
  },
  {
    category: 2,
    title: '本月化肥价格走势与采购建议',
    paragraphs: ['尿素价格小幅回落，复合肥持平。秋播用肥可分两批采购，首批占六成。'],
    label: '农资',
    source: '农资价格监测点',
    cover: null,
    daysAgo: 6,
    read: 144,
    marks: [valueTypes.latest],
  },
  {
    category: 3,
    title: '十分钟上手：从接入网关到看到第一条数据',
    paragraphs: [
      '第一步，在网关管理页点添加设备，填写名称和编号，保存后复制设备密钥。',
      '第二步，把服务器地址、用户名和密钥写入网关，上电。约半分钟后网关显示在线。',
      '第三步，打开采集数据，给每一项设置名称、单位和正常范围，首页和地图就会实时显示。',
    ],
    label: '教程',
    source: '平台运营',
    cover: '/home/poster.svg',
    daysAgo: 8,
    read: 903,
    marks: [valueTypes.hot],
  },
  {
    category: 3,
    title: '使用手册：基地、地块与设备的关系',
    paragraphs: [
      '企业下有若干基地，基地里画出地块，设备安装在基地或具体地块上。人员的权限可以限定在一个或几个基地。',
      '建议的顺序：先建基地，再画地块，最后接入设备。',
    ],
    label: '手册',
    source: '平台运营',
    cover: null,
    daysAgo: 20,
    read: 655,
    marks: [valueTypes.hot],
  },
  {
    category: 2,
    title: 'Guiwei lychees for overseas buyers: picking, cooling and papers',
    paragraphs: [
      'Our Guiwei are picked before nine in the morning at 18 °Brix or more, and stand at 5 °C within two hours. Each box names its plot, its batch and the day of picking.',
      'A container is loaded at 3 to 5 °C and 90 to 95 % humidity; the logger travels with it, and its readings come with the papers.',
      'Samples of the early crop can be asked for until the end of May. Residue reports of every batch are sent before loading.',
    ],
    label: 'Lychee',
    source: 'Furrow Farm export desk',
    cover: '/home/banner-3.svg',
    daysAgo: 4,
    read: 96,
    marks: [valueTypes.hot, valueTypes.carousel],
  },
  {
    category: 0,
    title: '冬季大棚茬口安排：草莓与叶菜怎么轮作',
    paragraphs: [
      '草莓定植后行间可套种小白菜一茬，30 天内收完，不与草莓争光。',
      '换茬前深翻晒垡 7 天，每亩施腐熟有机肥 2 吨，连作三年以上的棚要做土壤消毒。',
    ],
    label: '茬口',
    source: '农业技术推广站',
    cover: null,
    daysAgo: -2,
    read: 0,
    marks: [valueTypes.latest],
    fromDaysAgo: -2,
  },
  {
    category: 2,
    title: '秋季农资团购报名（已截止）',
    paragraphs: ['有机肥、滴灌带和防虫网三类农资统一团购，满 10 户成团，统一送到基地门口。'],
    label: '团购',
    source: '平台运营',
    cover: null,
    daysAgo: 40,
    read: 321,
    marks: [valueTypes.hot],
    untilDaysAgo: 25,
  },
]
const markup = ({ paragraphs }: Article) => paragraphs.map((words) => `<p>${words}</p>`).join('')

/**
 * What the demo tenant shows on its home page. Ids count from 1, so that the addresses above stand; runs in the seed's transaction, under
 * the owner.
 */
export async function writeHome(client: pg.ClientBase, now: number): Promise<void> {
  const insert = async (table: string, rows: readonly Record<string, string | number | boolean | null>[]): Promise<void> => {
    const columns = Object.keys(rows[0]!)
    const places = rows.map((_, at) => `(${HOUSE}, ${columns.map((_column, nth) => `$${at * columns.length + nth + 1}`).join(', ')})`)
    await client.query(
      `insert into furrow.${table} (tenant_id, ${columns.join(', ')}) values ${places.join(', ')}`,
      rows.flatMap((row) => columns.map((name) => row[name])),
    )
  }
  const placed = <Row extends object>(rows: readonly Row[]) => rows.map((row, position) => ({ ...row, position }))
  await insert('banner', placed(banners))
  await insert('tenant_screen', placed(screens))
  await insert('sub_module', placed(links.map((link) => ({ ...link, name: '' }))))
  await insert('tenant_setting', [{ consult_flag: 1, portal: JSON.stringify(portal) }])
  await insert(
    'consult_category',
    categories.map((name, at) => ({ id: at + 1, category_name: name, position: at })),
  )
  await insert(
    'consult',
    articles.map((article, at) => ({
      id: at + 1,
      category_id: article.category + 1,
      title: article.title,
      cover_picture: article.cover,
      content: markup(article),
      label: article.label,
      article_source: article.source,
      upload_date: now - article.daysAgo * DAY,
      read_time: article.read,
      value_types: JSON.stringify(article.marks),
      value_type: article.marks[0] ?? null,
      published_from: article.fromDaysAgo === undefined ? null : now - article.fromDaysAgo * DAY,
      published_until: article.untilDaysAgo === undefined ? null : now - article.untilDaysAgo * DAY,
    })),
  )
  for (const table of ['consult_category', 'consult'])
    await client.query(`select setval(pg_get_serial_sequence('furrow.${table}', 'id'), (select max(id) from furrow.${table}))`)
  // Who works with the farm may open its screens.
  await client.query(
    `update furrow.role set codes = array_append(codes, $1), object_version_number = object_version_number + 1
     where tenant_id = $2 and not codes @> array[$1] and not codes @> array['*'] and name = any($3)`,
    [SCREEN_CODE, HOUSE, ['操作员', '观察员']],
  )
}
