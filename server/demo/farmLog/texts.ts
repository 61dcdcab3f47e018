import { bee, drip, fruit, greenhouse } from '../seeds/drawings.ts'

interface Told {
  readonly title: string
  readonly text: string
  readonly level: 'info' | 'warn' | 'error'
  /** Days ago, and the hour of that day. */
  readonly age: number
  readonly hour: number
  readonly by: 'admin' | 'operator' | 'manager'
  readonly plot?: string
  /** What a camera saw; the plot is that of the camera. */
  readonly seen?: true
  readonly draw?: () => string
}

/** What people wrote of the first base, and saw there through its camera. */
export const demoLog: readonly Told[] = [
  { title: '交接班：夜间巡棚无异常', text: '三个大棚门帘已放下，水泵房已锁。', level: 'info', age: 1, hour: 20, by: 'operator' },
  {
    title: '番茄转色加快',
    text: '第四穗果已开始转色，预计后天可采第四批。',
    level: 'info',
    age: 1,
    hour: 9,
    by: 'manager',
    plot: '1 号大棚',
    draw: () => fruit('#c8352b', '#3f7d3a'),
  },
  {
    title: '滴灌末端出水偏小',
    text: '北侧两行末端滴头出水偏小，已冲洗过滤器，明早复查。',
    level: 'warn',
    age: 2,
    hour: 16,
    by: 'operator',
    plot: '2 号大棚',
    draw: drip,
  },
  { title: '授粉蜂箱到场', text: '放置两箱，避开本周喷药。', level: 'info', age: 3, hour: 8, by: 'manager', plot: '3 号大棚', draw: bee },
  {
    title: '棚膜被风掀起一角',
    text: '夜间阵风，东南角压膜线断一根，已临时固定，需采购压膜线。',
    level: 'error',
    age: 4,
    hour: 7,
    by: 'operator',
    plot: '2 号大棚',
  },
  {
    title: '棚内湿度偏高',
    text: '画面可见棚膜结露，已通知开顶窗。',
    level: 'warn',
    age: 2,
    hour: 7,
    by: 'operator',
    seen: true,
    draw: greenhouse,
  },
  { title: '客户参观采摘园', text: '一行十二人，参观 1 号大棚与鱼塘，反馈良好。', level: 'info', age: 6, hour: 15, by: 'admin' },
]
