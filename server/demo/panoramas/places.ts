import { demoAreas } from '#demo/farm'
import { TENANT } from '../keepDrawing.ts'
import { drawScenery, type Sheet } from './scenery.ts'
import { greenhouse, pond, strip, tree } from './things.ts'

const [PONDS, ORCHARD] = demoAreas.filter(({ tenantId }) => tenantId === TENANT).map(({ id }) => id)

/** A hotspot of a demo scene: where it is (degrees to the right and downwards), and what it holds; a device by its eui. */
export type DemoSpot = { readonly ath: number; readonly atv: number; readonly text: string } & (
  | { readonly kind: 'scene'; readonly to: string }
  | { readonly kind: 'device'; readonly eui: string }
  | { readonly kind: 'text'; readonly content: string }
  | { readonly kind: 'link'; readonly content: string }
  | { readonly kind: 'picture' }
)
export interface DemoPlace {
  /** What the panorama and its scene are called: each says that it is drawn. */
  readonly name: string
  readonly draw: () => string
  readonly spots: readonly DemoSpot[]
}
export interface DemoTour {
  readonly areaId: number
  readonly name: string
  readonly description: string
  readonly places: readonly DemoPlace[]
}

const grid = (rows: number, columns: number, of: (row: number, column: number) => Sheet[] | null): Sheet[][] =>
  Array.from({ length: rows * columns }, (_, at) => of(Math.floor(at / columns), at % columns)).filter((thing) => thing !== null)

const MUD = '#8d9660'
const GRASS = '#7fa35a'

const pondSide = () =>
  drawScenery(
    [
      pond({ ahead: 5, right: -16, long: 40, wide: 30 }),
      pond({ ahead: -50, right: -24, long: 42, wide: 34 }),
      strip({ ahead: -5.4, right: -80, long: 4, wide: 160 }, '#c2b48f'),
      ...[0, 1, 2].map((nth) => greenhouse({ ahead: 12, right: 26 + nth * 11, long: 36, wide: 8 })),
      ...[-70, -40, -22, 60, 78].map((right, nth) => tree(-6 + (nth % 2) * 14, right, { high: 6 })),
    ],
    { ground: MUD },
  )
const greenhouseDoor = () =>
  drawScenery(
    [
      strip({ ahead: 1.4, right: -2.4, long: 60, wide: 4.8 }, '#c2b48f'),
      strip({ ahead: -44, right: -2.4, long: 42, wide: 4.8 }, '#c2b48f'),
      ...[0, 1].map((nth) => greenhouse({ ahead: 6, right: 5 + nth * 11, long: 40, wide: 8 })),
      ...[0, 1].map((nth) => greenhouse({ ahead: 6, right: -13 - nth * 11, long: 40, wide: 8 })),
      ...[-26, -19, -12, 8, 15, 22].map((right) => strip({ ahead: -38, right, long: 28, wide: 4 }, '#5f8f3f')),
      pond({ ahead: -74, right: -20, long: 30, wide: 40 }),
    ],
    { ground: GRASS },
  )
const orchardGate = () =>
  drawScenery(
    [
      strip({ ahead: 1.4, right: -2.4, long: 70, wide: 4.8 }, '#b98d63'),
      ...grid(5, 8, (row, column) => tree(10 + row * 9, (column - 3.5) * 8 + (column < 4 ? -3 : 3), { high: 5, ripe: true })),
      ...[-30, -18, 18, 30].map((right) => tree(-16, right, { high: 7 })),
      pond({ ahead: -60, right: -14, long: 26, wide: 28 }),
    ],
    { ground: GRASS },
  )
const orchardMiddle = () =>
  drawScenery(
    grid(8, 8, (row, column) => {
      const [ahead, right] = [(row - 3.5) * 9, (column - 3.5) * 9]
      return Math.hypot(ahead, right) < 5 ? null : tree(ahead, right, { high: 5, ripe: (row + column) % 2 === 0 })
    }),
    { ground: '#86a25a' },
  )

/** The tours of the demo farm, with the devices that really stand there. */
export const demoTours: readonly DemoTour[] = [
  {
    areaId: PONDS!,
    name: '鱼塘与大棚（示意）',
    description: '沙湾水乡渔菜基地的两个点位。画面为程序绘制的示意图，不是实拍；设备热点连接基地的真实数据。',
    places: [
      {
        name: '鱼塘边（示意）',
        draw: pondSide,
        spots: [
          { kind: 'scene', to: '大棚前（示意）', ath: 62, atv: 4, text: '去大棚' },
          { kind: 'device', eui: 'demo-water-1', ath: -14, atv: 6, text: '1 号塘水质' },
          { kind: 'device', eui: 'demo-aerator-1', ath: 10, atv: 5, text: '1 号塘增氧' },
          { kind: 'device', eui: 'demo-weather-1', ath: 150, atv: -6, text: '气象站' },
          {
            kind: 'text',
            content: '1 号塘养殖草鱼，搭养鲢、鳙。溶解氧低于 4 mg/L 时请先开增氧机，再查水质。',
            ath: -45,
            atv: 8,
            text: '塘口说明',
          },
        ],
      },
      {
        name: '大棚前（示意）',
        draw: greenhouseDoor,
        spots: [
          { kind: 'scene', to: '鱼塘边（示意）', ath: 180, atv: 5, text: '去鱼塘' },
          { kind: 'device', eui: 'demo-gateway-1', ath: 38, atv: -2, text: '1 号大棚' },
          { kind: 'device', eui: 'demo-fertilizer-1', ath: -38, atv: -2, text: '水肥一体机' },
          { kind: 'device', eui: 'demo-valve-1', ath: 150, atv: 12, text: '东片菜地阀' },
          { kind: 'picture', ath: 12, atv: 2, text: '水色对照' },
          { kind: 'link', content: 'https://www.moa.gov.cn/', ath: -12, atv: 2, text: '农业农村部' },
        ],
      },
    ],
  },
  {
    areaId: ORCHARD!,
    name: '荔枝园（示意）',
    description: '莲花山荔枝基地的两个点位。画面为程序绘制的示意图，不是实拍；设备热点连接基地的真实数据。',
    places: [
      {
        name: '果园入口（示意）',
        draw: orchardGate,
        spots: [
          { kind: 'scene', to: '果园中部（示意）', ath: 0, atv: 3, text: '进果园' },
          { kind: 'device', eui: 'demo-gateway-4', ath: -30, atv: -2, text: 'A 区网关' },
          { kind: 'device', eui: 'demo-weather-2', ath: 140, atv: -6, text: '气象站' },
        ],
      },
      {
        name: '果园中部（示意）',
        draw: orchardMiddle,
        spots: [
          { kind: 'scene', to: '果园入口（示意）', ath: 180, atv: 3, text: '回入口' },
          { kind: 'device', eui: 'demo-soil-2', ath: 24, atv: 14, text: 'D 区墒情' },
          { kind: 'device', eui: 'demo-injection-1', ath: -60, atv: 4, text: 'C 区注肥机' },
          { kind: 'text', content: '妃子笑六月上旬采收，采前 20 天停止用药。', ath: -20, atv: -4, text: '采收提示' },
        ],
      },
    ],
  },
]

/** The colours of water, from good to bad, as a card. */
export const waterCard = (): string => {
  const colours = ['#8fae6b', '#6f9a4f', '#9a8f4a', '#7d6a3c', '#4d4a38']
  const bands = colours.map((fill, at) => `<rect x="${40 + at * 148}" y="60" width="128" height="300" rx="12" fill="${fill}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="420"><rect width="800" height="420" fill="#f6f3ea"/>${bands}</svg>`
}
