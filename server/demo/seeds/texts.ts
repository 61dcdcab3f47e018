import { bee, drip, ears, fruit, greenhouse, paddy } from './drawings.ts'

interface DemoSeed {
  readonly variety: string
  readonly name: string
  readonly enName: string
  readonly publicity: string
  /** What each is called, what is said of it, and its drawing. */
  readonly practices: readonly (readonly [name: string, description: string, draw: () => string])[]
  readonly attributes: readonly (readonly [name: string, enName: string, description: string])[]
  readonly draw: () => string
  readonly published: 0 | 1
}

/** Names and texts of the demo farm, as its people would write them. */
export const demoSeeds: readonly DemoSeed[] = [
  {
    variety: '千禧小番茄',
    name: '千禧小番茄',
    enName: 'Millennium cherry tomato',
    publicity: '沙湾水乡大棚里长大的小番茄：熊蜂授粉，滴灌到根，每一颗都在红透那天的清晨采下。\n从播种到上桌，约一百一十天。',
    practices: [
      [
        '熊蜂授粉',
        '<p>花开后每棚放一箱熊蜂，<strong>不用任何激素点花</strong>。</p><ul><li>气温 12–28 ℃ 时放蜂</li><li>打药前一天收箱，安全间隔期后再放回</li></ul>',
        bee,
      ],
      ['水肥一体滴灌', '<p>肥料溶在水里，一天分六次滴到根边。回液电导率超过 3.0 mS/cm 时只滴清水。</p>', drip],
      ['大棚避雨栽培', '<p>棚膜挡雨，侧窗防虫网通风，叶面干爽，病害少一半以上。</p>', greenhouse],
    ],
    attributes: [
      ['糖度', 'Sugar', '<p>可溶性固形物 <strong>8.5–10 %</strong>，采收当天抽样测定。</p>'],
      ['果型', 'Shape', '<p>椭圆，单果 12–15 克，皮薄不裂。</p>'],
      ['贮藏', 'Keeping', '<p>阴凉通风处可放七天；<em>不必冷藏</em>，冷藏会失去香气。</p>'],
    ],
    draw: () => fruit('#d8452f', '#f6ddd2'),
    published: 1,
  },
  {
    variety: '桂味荔枝',
    name: '桂味荔枝',
    enName: 'Guiwei lychee',
    publicity: '莲花山老荔园的桂味，核小肉厚，入口有桂花香。每年夏至前后只有十来天。',
    practices: [
      ['高接换种', '<p>在三十年的老树上高接，第三年开始挂果，根深，耐旱。</p>', () => fruit('#b8434f', '#e6efd9')],
      ['园中养蜂', '<p>三月花期请养蜂人进园，一亩一箱，坐果好，也有荔枝蜜。</p>', bee],
    ],
    attributes: [
      ['风味', 'Taste', '<p>清甜，带桂花香；可溶性固形物 18–21 %。</p>'],
      ['可食率', 'Edible share', '<p>78 % 以上，多为焦核。</p>'],
    ],
    draw: () => fruit('#c9505c', '#f3dcd9'),
    published: 1,
  },
  {
    variety: '象牙香占',
    name: '象牙香占',
    enName: 'Ivory fragrant rice',
    publicity: '稻田里养着禾花鲤，虫少草少，米粒细长如象牙。',
    practices: [['稻渔共作', '<p>插秧后十五天放鱼苗，田边挖沟，鱼吃虫和草籽，稻谷少打药。</p>', paddy]],
    attributes: [['香味', 'Fragrance', '<p>有茉莉般的清香，饭粒软而不粘。</p>']],
    draw: () => ears('#d9b04a', '#efe6c8'),
    published: 0,
  },
]
