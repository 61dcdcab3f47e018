import { INQUIRY_ANSWER, INQUIRY_ASK } from '#contract/agriculture/permission'
import { ALARMS_HANDLE } from '#contract/alarms/permission'
import type { Position } from '#contract/core/values'
import { calls } from '#contract/calls'
import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import { CONTROL } from '#contract/devices/switch'
import { type SwitchKind } from '#contract/devices/switchKind'
import type { LandType } from '#contract/farm/land'
import { LOG_CREATE } from '#contract/farm/logCodes'
import { SQUARE_METRES_OF_MU } from '#contract/farm/landMeasure'
import { FLOWS_RUN } from '#contract/flows/permission'
import { routes } from '#contract/routes'
import { type Ground, type Habitat, hash } from './physics.ts'

/**
 * The demo farm as data: what the seed writes and what the simulator plays. Names are the names of places and people and so stand
 * here, not among the words of the locales. Ids are fixed, so that an address of the demo can be written down.
 */

/** Of every demo user. */
export const DEMO_PASSWORD = 'Furrow2026'
/** The fixed secret of a demo device: the one exception to secrets made at random, valid only while DEMO is on. */
export const demoSecret = (eui: string): string => `furrow-${eui}`

export interface DemoTenant {
  readonly id: number
  readonly name: string
  readonly num: string
  readonly novice: boolean
}
export const demoTenants: readonly DemoTenant[] = [
  { id: 1, name: '沃垄现代农业有限公司', num: 'FW-0001', novice: false },
  { id: 2, name: '岭南青禾蔬果专业合作社', num: 'FW-0002', novice: false },
  { id: 3, name: '新禾家庭农场', num: 'FW-0003', novice: true },
  { id: 4, name: '北江鲜水产养殖有限公司', num: 'FW-0004', novice: false },
]

const pageCodes = new Set<string>([
  ...Object.values(deviceTypes).map(({ code }) => code),
  ...routes.flatMap(({ permission }) => (permission.startsWith('wfpf.') ? [permission] : [])),
  ...calls.flatMap(({ permission }) => [permission].flat().filter((code) => code.startsWith('wfpf.') && !code.includes('.ps.'))),
])
// What concerns the person alone: the theme, and which wall to open.
const ownCodes = ['wfpf.farm.user.ps.themeConfig', 'wfpf.farm.user.ps.tenant-screen']
/** Configuring what others go through, and what others may do, is the administrator's alone. */
const ofAdministrators = [
  'wfpf.inventory.config.',
  'wfpf.company.config.process',
  'wfpf.company.config.role',
  'wfpf.company.config.user',
  'wfpf.company.config.application',
  'wfpf.company.config.notice',
  'wfpf.company.config.sim',
  'wfpf.company.config.dataPush',
]
const readCodes = [...pageCodes, ...ownCodes].filter((code) => !ofAdministrators.some((begin) => code.startsWith(begin))).sort()
/** What turns pumps, valves and cameras (PERMISSIONS-12, -15), sees to alarms, enables and starts flows, asks and answers, and writes into the log. */
const controlCodes = [CONTROL, 'wfpf.farm.equipment.camera.ps.control', ALARMS_HANDLE, FLOWS_RUN, INQUIRY_ASK, INQUIRY_ANSWER, LOG_CREATE]

export interface DemoRole {
  readonly id: number
  readonly tenantId: number
  readonly name: string
  readonly codes: readonly string[]
}
export const demoRoles: readonly DemoRole[] = [
  { id: 1, tenantId: 1, name: '管理员', codes: ['*'] },
  { id: 2, tenantId: 1, name: '操作员', codes: [...readCodes, ...controlCodes] },
  { id: 3, tenantId: 1, name: '观察员', codes: readCodes },
  { id: 4, tenantId: 2, name: '管理员', codes: ['*'] },
  { id: 5, tenantId: 3, name: '管理员', codes: ['*'] },
  { id: 6, tenantId: 4, name: '管理员', codes: ['*'] },
]

/** A role that is given for one base alone, and who has it: whoever leads the work there. */
export const demoForeman = {
  roleName: '基地班组长',
  codes: [
    'wfpf.farm.farm.map',
    'wfpf.farm.farm.base',
    'wfpf.farm.farm.land',
    'wfpf.farm.farm.batch',
    'wfpf.farm.farm.worker',
    'wfpf.farm.farm.worker.ps.edit',
    'wfpf.farm.farm.activity*',
    'wfpf.farm.farm.log*',
    'wfpf.farm.farm.task',
    'wfpf.farm.farm.taskManger',
    'wfpf.farm.farm.taskManger.ps.create',
    'wfpf.farm.farm.taskManger.ps.edit',
    ...ownCodes,
  ],
  loginName: 'foreman',
  realName: '谭丽云',
  areaId: 2,
} as const satisfies { readonly codes: readonly string[] } & Record<string, unknown>

export interface DemoUser {
  readonly id: number
  readonly loginName: string
  readonly realName: string
  /** The first is the default tenant. */
  readonly tenantIds: readonly number[]
  readonly roleIds: readonly number[]
}
export const demoUsers: readonly DemoUser[] = [
  { id: 1, loginName: 'admin', realName: '梁志远', tenantIds: [1, 2], roleIds: [1, 4] },
  { id: 2, loginName: 'operator', realName: '陈水生', tenantIds: [1], roleIds: [2] },
  { id: 3, loginName: 'viewer', realName: '何晓岚', tenantIds: [1], roleIds: [3] },
  { id: 4, loginName: 'novice', realName: '林新禾', tenantIds: [3], roleIds: [5] },
  { id: 5, loginName: 'rival', realName: '周北江', tenantIds: [4], roleIds: [6] },
]

export interface DemoArea {
  readonly id: number
  readonly tenantId: number
  readonly name: string
  readonly num: string
  readonly address: string
  readonly usage: 'plant' | 'nurture'
  readonly isDefault: boolean
  readonly latitude: number
  readonly longitude: number
  /** Degrees that the base's own axes are turned against north, counter-clockwise. */
  readonly turned: number
  /** The base's extent along its own axes, m. */
  readonly width: number
  readonly height: number
  /** Bases of one region share their weather. */
  readonly region: number
}
export const demoAreas: readonly DemoArea[] = [
  {
    id: 1,
    tenantId: 1,
    name: '沙湾水乡渔菜基地',
    num: 'SW-01',
    address: '广东省广州市番禺区沙湾街道紫坭村',
    usage: 'nurture',
    isDefault: true,
    latitude: 22.96,
    longitude: 113.34,
    turned: 11,
    width: 600,
    height: 380,
    region: 101,
  },
  {
    id: 2,
    tenantId: 1,
    name: '莲花山荔枝基地',
    num: 'LHS-02',
    address: '广东省广州市番禺区石楼镇莲花山村',
    usage: 'plant',
    isDefault: false,
    latitude: 22.9712,
    longitude: 113.3568,
    turned: -7,
    width: 660,
    height: 400,
    region: 101,
  },
  {
    id: 3,
    tenantId: 1,
    name: '大岗稻渔共作基地',
    num: 'DG-03',
    address: '广东省广州市南沙区大岗镇新沙村',
    usage: 'plant',
    isDefault: false,
    latitude: 22.9473,
    longitude: 113.3246,
    turned: -18,
    width: 580,
    height: 380,
    region: 101,
  },
  {
    id: 4,
    tenantId: 2,
    name: '从化高山蔬菜基地',
    num: 'CH-01',
    address: '广东省广州市从化区吕田镇莲麻村',
    usage: 'plant',
    isDefault: true,
    latitude: 23.8124,
    longitude: 113.9407,
    turned: 4,
    width: 300,
    height: 240,
    region: 202,
  },
  {
    id: 5,
    tenantId: 4,
    name: '清远北江养殖基地',
    num: 'BJ-01',
    address: '广东省清远市清城区源潭镇大连村',
    usage: 'nurture',
    isDefault: true,
    latitude: 23.6718,
    longitude: 113.1926,
    turned: 23,
    width: 320,
    height: 240,
    region: 404,
  },
]

/** A point of a base's own axes in metres from its centre (east, north before the turn), as [longitude, latitude]. */
export function located(area: DemoArea, x: number, y: number): Position {
  const turn = (area.turned * Math.PI) / 180
  const east = x * Math.cos(turn) - y * Math.sin(turn)
  const north = x * Math.sin(turn) + y * Math.cos(turn)
  const latitude = area.latitude + north / 110_740
  const longitude = area.longitude + east / (111_320 * Math.cos((area.latitude * Math.PI) / 180))
  return [Number(longitude.toFixed(7)), Number(latitude.toFixed(7))]
}

interface Outline {
  readonly x: number
  readonly y: number
  readonly corners: readonly (readonly [number, number])[]
}
// Hand-dug edges are never quite straight: each corner and each middle of an edge is off by up to `loose` metres.
function block(x: number, y: number, width: number, height: number, loose: number): Outline {
  const ring: [number, number][] = [
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ]
  const kept = loose === 0 ? ring.filter(([a, b]) => a !== 0 && b !== 0) : ring
  return {
    x,
    y,
    corners: kept.map(([a, b], at) => [
      x + (a * width) / 2 + loose * (2 * hash(x * 7 + at, y * 13) - 1),
      y + (b * height) / 2 + loose * (2 * hash(x * 11 + at, y * 17 + 5) - 1),
    ]),
  }
}
/** A slope follows the hill: a rounded outline of 16 corners within the two radii. */
function slope(x: number, y: number, across: number, along: number): Outline {
  return {
    x,
    y,
    corners: Array.from({ length: 16 }, (_, at) => {
      const angle = (2 * Math.PI * at) / 16
      const reach = 0.84 + 0.16 * hash(x * 3 + at, y * 5)
      return [x + across * reach * Math.cos(angle), y + along * reach * Math.sin(angle)] as const
    }),
  }
}
/** Area of a ring in metres, m2. */
function surface(corners: Outline['corners']): number {
  let twice = 0
  corners.forEach(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice) / 2
}

export interface DemoLand {
  readonly id: number
  readonly tenantId: number
  readonly areaId: number
  readonly name: string
  readonly landType: LandType
  readonly nurtureKind: 'pond' | 'animal' | null
  readonly habitat: Habitat
  /** mu */
  readonly measure: number
  readonly profile: readonly Position[]
  /** `longitude,latitude` */
  readonly center: string
  readonly profileColor: string
  readonly outlineColor: string
  readonly variety: string
  /** The middle along the base's axes, m. */
  readonly x: number
  readonly y: number
}

const COLORS = {
  pond: ['#2f86b7', '#1c5f86'],
  greenhouse: ['#d9b04a', '#9c7a24'],
  orchard: ['#3f9455', '#276339'],
  field: ['#7fae3f', '#557a26'],
  paddy: ['#a3c04b', '#6f8a2a'],
  yard: ['#b37a55', '#7d5236'],
} as const satisfies Record<Habitat, readonly [string, string]>
const LAND_TYPE = {
  pond: 'nurture',
  greenhouse: 'greenhouse',
  orchard: 'orchard',
  field: 'field',
  paddy: 'field',
  yard: 'nurture',
} as const satisfies Record<Habitat, LandType>

type Plot = readonly [name: string, habitat: Habitat, variety: string, outline: Outline]
const plots: Record<number, readonly Plot[]> = {
  1: [
    ['1 号鱼塘', 'pond', '加州鲈', block(-240, 108, 84, 110, 2.5)],
    ['2 号鱼塘', 'pond', '鳜鱼', block(-146, 108, 84, 110, 2.5)],
    ['3 号鱼塘', 'pond', '脆肉鲩', block(-52, 108, 84, 110, 2.5)],
    ['4 号鱼塘', 'pond', '南美白对虾', block(-240, -14, 84, 110, 2.5)],
    ['5 号鱼塘', 'pond', '罗非鱼', block(-146, -14, 84, 110, 2.5)],
    ['6 号鱼塘', 'pond', '加州鲈', block(-52, -14, 84, 110, 2.5)],
    ['1 号大棚', 'greenhouse', '千禧小番茄', block(44, 120, 48, 84, 0)],
    ['2 号大棚', 'greenhouse', '水果黄瓜', block(104, 120, 48, 84, 0)],
    ['3 号大棚', 'greenhouse', '红颜草莓', block(164, 120, 48, 84, 0)],
    ['4 号大棚', 'greenhouse', '彩椒', block(224, 120, 48, 84, 0)],
    ['5 号大棚', 'greenhouse', '网纹甜瓜', block(44, 24, 48, 84, 0)],
    ['6 号大棚', 'greenhouse', '迟菜心', block(104, 24, 48, 84, 0)],
    ['7 号大棚', 'greenhouse', '生菜', block(164, 24, 48, 84, 0)],
    ['育苗大棚', 'greenhouse', '蔬菜种苗', block(224, 24, 48, 84, 0)],
    ['东片菜地', 'field', '增城迟菜心', block(76, -78, 112, 84, 2.5)],
    ['西片菜地', 'field', '杜阮凉瓜', block(194, -78, 108, 84, 2.5)],
    ['莲藕田', 'paddy', '新垦莲藕', block(-195, -126, 150, 78, 3)],
    ['蓄水塘', 'pond', '草鱼', block(-60, -126, 96, 78, 3)],
  ],
  2: [
    ['A 区荔枝园', 'orchard', '桂味荔枝', slope(-170, 96, 96, 78)],
    ['B 区荔枝园', 'orchard', '糯米糍荔枝', slope(42, 104, 108, 80)],
    ['C 区荔枝园', 'orchard', '妃子笑荔枝', slope(-120, -98, 118, 80)],
    ['D 区荔枝园', 'orchard', '怀枝荔枝', slope(136, -88, 98, 86)],
    ['山塘', 'pond', '鳙鱼', slope(228, 92, 48, 40)],
    ['荔枝育苗棚', 'greenhouse', '仙进奉荔枝苗', block(-276, -12, 56, 42, 0)],
    ['林下鸡场', 'yard', '清远麻鸡', block(0, -6, 66, 32, 1.5)],
  ],
  3: [
    ['1 号稻田', 'paddy', '象牙香占', block(-224, 92, 66, 148, 2)],
    ['2 号稻田', 'paddy', '象牙香占', block(-150, 92, 66, 148, 2)],
    ['3 号稻田', 'paddy', '美香占 2 号', block(-76, 92, 66, 148, 2)],
    ['4 号稻田', 'paddy', '美香占 2 号', block(-2, 92, 66, 148, 2)],
    ['5 号稻田', 'paddy', '19 香', block(-224, -80, 66, 148, 2)],
    ['6 号稻田', 'paddy', '19 香', block(-150, -80, 66, 148, 2)],
    ['7 号稻田', 'paddy', '粤香 430', block(-76, -80, 66, 148, 2)],
    ['8 号稻田', 'paddy', '粤香 430', block(-2, -80, 66, 148, 2)],
    ['稻虾共作田东', 'paddy', '罗氏沼虾', block(96, 92, 108, 148, 2.5)],
    ['稻虾共作田西', 'paddy', '罗氏沼虾', block(96, -80, 108, 148, 2.5)],
    ['禾花鱼塘', 'pond', '禾花鲤', block(214, 96, 96, 112, 2.5)],
    ['轮作菜地', 'field', '冬种马铃薯', block(214, -64, 96, 112, 2.5)],
  ],
  4: [
    ['高山菜地', 'field', '高山包菜', block(-60, 10, 140, 150, 2.5)],
    ['合作社大棚', 'greenhouse', '樱桃番茄', block(80, 10, 56, 96, 0)],
  ],
  5: [
    ['东塘', 'pond', '北江桂花鱼', block(-70, 0, 120, 140, 3)],
    ['西塘', 'pond', '黄颡鱼', block(70, 0, 120, 140, 3)],
  ],
}

const areaOf = (id: number): DemoArea => demoAreas.find((area) => area.id === id)!

export const demoLands: readonly DemoLand[] = demoAreas
  .flatMap((area) => plots[area.id]!.map((plot) => ({ area, plot })))
  .map(({ area, plot: [name, habitat, variety, { x, y, corners }] }, at) => ({
    id: at + 1,
    tenantId: area.tenantId,
    areaId: area.id,
    name,
    landType: LAND_TYPE[habitat],
    nurtureKind: habitat === 'pond' ? 'pond' : habitat === 'yard' ? 'animal' : null,
    habitat,
    measure: Math.round((surface(corners) / SQUARE_METRES_OF_MU) * 10) / 10,
    profile: corners.map(([cornerX, cornerY]) => located(area, cornerX, cornerY)),
    center: located(area, x, y).join(','),
    profileColor: COLORS[habitat][0],
    outlineColor: COLORS[habitat][1],
    variety,
    x,
    y,
  }))

/** A base's own measure: its plots, and about a fifth more for dykes, ditches and paths. mu. */
export const areaMeasure = (areaId: number): number =>
  Math.round(demoLands.filter((land) => land.areaId === areaId).reduce((sum, land) => sum + land.measure, 0) * 1.19)

/** What a circuit does to its plot; `branch` waters one of many rows, `none` nothing that a probe could see. */
export type Load =
  | 'aeration'
  | 'irrigation'
  | 'branch'
  | 'fertilizing'
  | 'vent'
  | 'fan'
  | 'cooling'
  | 'shade'
  | 'lamp'
  | 'inflow'
  | 'drain'
  | 'pump'
  | 'trap'
  | 'none'

export interface DemoSwitch {
  readonly circuit: number
  readonly name: string
  readonly kind: SwitchKind
  readonly load: Load
  /** The circuit of the same device that it is bound to. */
  readonly relatedCircuit: number | null
}
export interface DemoItem {
  readonly code: string
  /** The normal band; null where none is set. */
  readonly low: number | null
  readonly high: number | null
  /** Changes within days, not minutes: its history is hourly. */
  readonly slow: boolean
}
/** How a device takes commands: a silent one never answers, a refusing one says no to each. */
export type Temper = 'willing' | 'silent' | 'refusing'

export interface DemoDevice {
  readonly id: number
  readonly tenantId: number
  readonly areaId: number
  readonly landId: number | null
  /** The concentrator that it stands behind. */
  readonly parentEui: string | null
  readonly deviceType: DeviceType
  readonly name: string
  readonly eui: string
  readonly deviceSerial: string | null
  readonly iccid: string | null
  readonly longitude: number
  readonly latitude: number
  /** ms */
  readonly reportingPeriod: number
  readonly items: readonly DemoItem[]
  readonly switches: readonly DemoSwitch[]
  readonly temper: Temper
  /** The pump whose overload relay has tripped. */
  readonly brokenPump: number | null
  /** It ends by itself whatever was started after so many seconds, however long that is to run; null: after as long as it is told. */
  readonly longestRun: number | null
}

type Band = readonly [low: number | null, high: number | null]
const free: Band = [null, null]
const SLOW = /^(battery|signal|fault|insects|dos|tank)|[2-9]$|10$/
const items = (bands: Record<string, Band>): DemoItem[] =>
  Object.entries(bands).map(([code, [low, high]]) => ({ code, low, high, slow: SLOW.test(code) && code !== 'co2' }))
const sw = (
  circuit: number,
  name: string,
  load: Load,
  kind: SwitchKind = 'ordinary',
  relatedCircuit: number | null = null,
): DemoSwitch => ({
  circuit,
  name,
  kind,
  load,
  relatedCircuit,
})

const GREENHOUSE = (low: number, high: number) =>
  items({
    temperature: [low, high],
    humidity: [50, 90],
    light: free,
    co2: [350, 1000],
    soilMoisture: [24, 42],
    soilTemperature: [14, 32],
    conductivity: [0.05, 0.22],
  })
const WEATHER = items({
  temperature: free,
  humidity: free,
  windSpeed: [null, 10.8],
  windDirection: free,
  rain: [null, 30],
  solar: free,
  light: free,
  pressure: free,
  battery: [11.8, null],
})
const WATER = (oxygen: number) =>
  items({
    dissolvedOxygen: [oxygen, 14],
    waterTemperature: [16, 33],
    ph: [6.8, 8.8],
    ammonia: [null, 0.5],
    turbidity: [null, 80],
    waterLevel: [1.4, 2.2],
  })
const AERATOR = (pumps: number, oxygen: number) =>
  items({
    dissolvedOxygen: [oxygen, 14],
    waterTemperature: [16, 33],
    power: free,
    ...Object.fromEntries(Array.from({ length: pumps }, (_, at) => [`fault${at + 1}`, [null, 0.5] as Band])),
  })
const pumps = (count: number) => Array.from({ length: count }, (_, at) => sw(at + 1, `${at + 1} 号增氧泵`, 'aeration', 'aerator'))
const LAYERS = (count: number, band: Band) =>
  items(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => at + 1).flatMap((layer) => [
        [`soilMoisture${layer}`, layer === 1 ? band : free],
        [`soilTemperature${layer}`, free],
        [`conductivity${layer}`, free],
      ]),
    ),
  )
const SURFACE = (band: Band) => [...items({ soilTemperature: free }), ...LAYERS(3, band)]
const HOUSE_SWITCHES = [
  sw(1, '滴灌阀', 'irrigation'),
  sw(2, '循环风机', 'fan'),
  sw(3, '湿帘水泵', 'cooling', 'ordinary', 2),
  sw(4, '补光灯', 'lamp'),
  sw(5, '遮阳卷帘', 'shade', 'blind'),
  sw(6, '顶开窗', 'vent', 'related'),
]
const VALVE = items({ flow: free, pipePressure: [1.2, 4.5], battery: [3.3, null], signal: free })
const TANKS = [1, 2, 3]
const FERTILIZER = items({
  conductivity: [null, 0.25],
  ph: [5.5, 7.2],
  flow: free,
  pipePressure: [1, 4.5],
  dosing: free,
  doseVolume: free,
  ...Object.fromEntries(TANKS.map((tank) => [`dosed${tank}`, free])),
  ...Object.fromEntries(TANKS.map((tank) => [`tankLevel${tank}`, [50, null] as Band])),
})
const FERTILIZER_SWITCHES = [
  sw(1, '灌溉主泵', 'irrigation'),
  sw(2, 'A 肥通道', 'fertilizing'),
  sw(3, 'B 肥通道', 'fertilizing'),
  sw(4, '酸液通道', 'none'),
]

interface Sketch {
  readonly type: DeviceType
  readonly name: string
  readonly eui: string
  /** The plot it stands on, or none: then x and y are the base's own. */
  readonly land?: string
  /** Metres from the middle of the plot. */
  readonly x?: number
  readonly y?: number
  /** s */
  readonly every: number
  readonly items?: readonly DemoItem[]
  readonly switches?: readonly DemoSwitch[]
  readonly parent?: string
  readonly temper?: Temper
  readonly brokenPump?: number
  /** s */
  readonly longestRun?: number
}
const sketches: Record<number, readonly Sketch[]> = {
  1: [
    {
      type: 'gateway',
      name: '1 号大棚网关',
      eui: 'demo-gateway-1',
      land: '1 号大棚',
      x: -10,
      y: -24,
      every: 10,
      items: GREENHOUSE(15, 32),
      switches: HOUSE_SWITCHES,
    },
    {
      type: 'gateway',
      name: '2 号大棚网关',
      eui: 'demo-gateway-2',
      land: '2 号大棚',
      x: 8,
      y: 20,
      every: 5,
      items: GREENHOUSE(16, 33),
      switches: HOUSE_SWITCHES,
    },
    {
      type: 'gateway',
      name: '3 号大棚网关',
      eui: 'demo-gateway-3',
      land: '3 号大棚',
      x: -6,
      y: 12,
      every: 8,
      items: GREENHOUSE(8, 28),
      switches: HOUSE_SWITCHES,
    },
    { type: 'gateway_weather', name: '沙湾气象站', eui: 'demo-weather-1', x: 10, y: 70, every: 5, items: WEATHER },
    { type: 'gateway_water', name: '1 号塘水质站', eui: 'demo-water-1', land: '1 号鱼塘', x: 18, y: 20, every: 5, items: WATER(5) },
    { type: 'gateway_water', name: '4 号塘水质站', eui: 'demo-water-2', land: '4 号鱼塘', x: -14, y: 18, every: 6, items: WATER(5) },
    { type: 'gateway_water', name: '6 号塘水质站', eui: 'demo-water-3', land: '6 号鱼塘', x: 10, y: -26, every: 10, items: WATER(5) },
    {
      type: 'aerator_ii',
      name: '1 号塘增氧控制器',
      eui: 'demo-aerator-1',
      land: '1 号鱼塘',
      x: -20,
      y: -18,
      every: 5,
      items: AERATOR(4, 5),
      switches: pumps(4),
    },
    {
      type: 'aerator_ii',
      name: '4 号塘增氧控制器',
      eui: 'demo-aerator-2',
      land: '4 号鱼塘',
      x: 16,
      y: -20,
      every: 6,
      items: AERATOR(3, 5),
      switches: pumps(3),
      brokenPump: 3,
    },
    {
      type: 'aerator_ii',
      name: '6 号塘增氧控制器',
      eui: 'demo-aerator-3',
      land: '6 号鱼塘',
      x: -16,
      y: 24,
      every: 8,
      items: AERATOR(2, 5),
      switches: pumps(2),
    },
    {
      type: 'soil',
      name: '东片菜地墒情点',
      eui: 'demo-soil-1',
      land: '东片菜地',
      x: -22,
      y: 8,
      every: 10,
      items: SURFACE([20, 40]),
      parent: 'demo-lorawan-gateway-1',
    },
    {
      type: 'gateway_soil',
      name: '西片菜地管式墒情仪',
      eui: 'demo-tube-1',
      land: '西片菜地',
      x: 20,
      y: -10,
      every: 10,
      items: LAYERS(4, [20, 40]),
    },
    {
      type: 'waterFertilizer',
      name: '大棚水肥一体机',
      eui: 'demo-fertilizer-1',
      land: '5 号大棚',
      x: 0,
      y: -26,
      every: 6,
      items: FERTILIZER,
      switches: FERTILIZER_SWITCHES,
    },
    {
      type: 'inverter',
      name: '泵房变频器',
      eui: 'demo-inverter-1',
      land: '蓄水塘',
      x: 30,
      y: 18,
      every: 5,
      items: items({ frequency: [null, 50], power: free, pipePressure: [null, 5] }),
      switches: [sw(1, '供水泵', 'pump')],
    },
    {
      type: 'tzgk_electric_valve',
      name: '东片菜地电动阀',
      eui: 'demo-valve-1',
      land: '东片菜地',
      x: 30,
      y: -24,
      every: 8,
      items: VALVE,
      switches: [sw(1, '喷灌阀', 'irrigation')],
      parent: 'demo-lorawan-gateway-1',
    },
    {
      type: 'tzgk_electric_valve',
      name: '西片菜地电动阀（静默演示）',
      eui: 'demo-silent-1',
      land: '西片菜地',
      x: -28,
      y: 22,
      every: 10,
      items: VALVE,
      switches: [sw(1, '喷灌阀', 'irrigation')],
      temper: 'silent',
    },
    { type: 'camera', name: '鱼塘全景摄像头', eui: 'demo-camera-1', x: -98, y: 47, every: 60 },
    { type: 'camera', name: '1 号大棚摄像头', eui: 'demo-camera-2', land: '1 号大棚', x: 14, y: 30, every: 60 },
    {
      type: 'insectSituationLamp',
      name: '菜地虫情灯',
      eui: 'demo-lamp-1',
      land: '东片菜地',
      x: 8,
      y: 26,
      every: 60,
      items: items({ insects: [null, 60], temperature: free, humidity: free, battery: [11.8, null] }),
      switches: [sw(1, '诱虫灯', 'trap')],
    },
    {
      type: 'lorawan_gateway',
      name: '沙湾 LoRaWAN 网关',
      eui: 'demo-lorawan-gateway-1',
      x: 4,
      y: -66,
      every: 60,
      items: items({ signal: free }),
    },
    {
      type: 'lorawan_node',
      name: '莲藕田 LoRaWAN 节点',
      eui: 'demo-lorawan-node-1',
      land: '莲藕田',
      x: 30,
      y: -8,
      every: 60,
      items: items({ waterLevel: [0.05, 0.3], waterTemperature: free, soilTemperature: free, battery: [3.3, null], signal: free }),
      parent: 'demo-lorawan-gateway-1',
    },
  ],
  2: [
    {
      type: 'gateway',
      name: 'A 区果园网关',
      eui: 'demo-gateway-4',
      land: 'A 区荔枝园',
      x: -30,
      y: 10,
      every: 6,
      items: items({ temperature: [8, 36], humidity: free, light: free, soilMoisture: [18, 40], soilTemperature: free }),
      switches: [sw(1, '微喷阀', 'irrigation'), sw(2, '杀虫灯', 'none')],
    },
    {
      type: 'gateway',
      name: 'B 区灌溉网关',
      eui: 'demo-gateway-5',
      land: 'B 区荔枝园',
      x: 20,
      y: -14,
      every: 8,
      items: items({ soilMoisture: [18, 40], soilTemperature: free, flow: free, pipePressure: [1, 4.5] }),
      switches: Array.from({ length: 24 }, (_, at) => sw(at + 1, `第 ${at + 1} 行支管阀`, 'branch')),
    },
    { type: 'gateway_weather', name: '莲花山气象站', eui: 'demo-weather-2', x: -55, y: 30, every: 8, items: WEATHER },
    {
      type: 'gateway_soil',
      name: 'C 区管式墒情仪',
      eui: 'demo-tube-2',
      land: 'C 区荔枝园',
      x: 10,
      y: 6,
      every: 10,
      items: LAYERS(5, [18, 40]),
    },
    { type: 'soil', name: 'D 区墒情点', eui: 'demo-soil-2', land: 'D 区荔枝园', x: -20, y: 16, every: 10, items: SURFACE([18, 40]) },
    {
      type: 'injection',
      name: 'C 区注肥机',
      eui: 'demo-injection-1',
      land: 'C 区荔枝园',
      x: -44,
      y: -20,
      every: 8,
      items: items({ flow: free, conductivity: [null, 0.25], pipePressure: [1, 5] }),
      switches: [sw(1, '注肥泵', 'fertilizing'), sw(2, '搅拌电机', 'none')],
    },
    {
      type: 'insectSituationLamp_II',
      name: '荔枝园虫情灯',
      eui: 'demo-lamp-2',
      land: 'D 区荔枝园',
      x: 26,
      y: -20,
      every: 60,
      items: items({ insects: [null, 60], temperature: free, humidity: free, battery: [11.8, null] }),
      switches: [sw(1, '诱虫灯', 'trap')],
    },
    {
      type: 'sex_inducement',
      name: '蒂蛀虫性诱监测点',
      eui: 'demo-lure-1',
      land: 'B 区荔枝园',
      x: -46,
      y: 20,
      every: 60,
      items: items({ insects: [null, 20], battery: [3.3, null] }),
    },
    {
      type: '4GLora_node',
      name: 'D 区 4G LoRa 节点',
      eui: 'demo-node-1',
      land: 'D 区荔枝园',
      x: 12,
      y: 30,
      every: 10,
      items: items({ soilMoisture: [18, 40], soilTemperature: free, battery: [3.3, null], signal: free }),
      switches: [sw(1, '1 号电磁阀', 'irrigation'), sw(2, '2 号电磁阀', 'irrigation')],
    },
    {
      type: 'tzgk_electric_valve',
      name: 'D 区电动阀（就地挡演示）',
      eui: 'demo-refusing-1',
      land: 'D 区荔枝园',
      x: -40,
      y: -26,
      every: 10,
      items: VALVE,
      switches: [sw(1, '主管阀', 'none')],
      temper: 'refusing',
    },
    {
      type: 'inverter',
      name: '山塘提水变频器',
      eui: 'demo-inverter-2',
      land: '山塘',
      x: -20,
      y: 4,
      every: 6,
      items: items({ frequency: [null, 50], power: free, pipePressure: [null, 6] }),
      switches: [sw(1, '提水泵', 'pump')],
    },
    { type: 'camera', name: '荔枝园瞭望摄像头', eui: 'demo-camera-3', x: -58, y: -8, every: 60 },
  ],
  3: [
    {
      type: 'gateway',
      name: '稻田水位网关',
      eui: 'demo-gateway-6',
      land: '3 号稻田',
      x: 4,
      y: -20,
      every: 6,
      items: items({ waterLevel: [0.05, 0.25], waterTemperature: free, temperature: free, humidity: free, soilTemperature: free }),
      switches: [sw(1, '进水闸', 'inflow', 'related'), sw(2, '排水泵', 'drain')],
    },
    { type: 'gateway_weather', name: '大岗气象站', eui: 'demo-weather-3', x: 0, y: 8, every: 8, items: WEATHER },
    {
      type: 'gateway_water',
      name: '稻虾田水质站',
      eui: 'demo-water-4',
      land: '稻虾共作田东',
      x: 20,
      y: 30,
      every: 8,
      items: items({
        dissolvedOxygen: [4, 14],
        waterTemperature: [16, 33],
        ph: [6.8, 8.8],
        ammonia: [null, 0.5],
        waterLevel: [0.05, 0.25],
      }),
    },
    {
      type: 'aerator_ii',
      name: '禾花鱼塘增氧控制器',
      eui: 'demo-aerator-4',
      land: '禾花鱼塘',
      x: -14,
      y: 10,
      every: 6,
      items: AERATOR(2, 5),
      switches: pumps(2),
    },
    {
      type: 'tzgk_electric_valve',
      name: '轮作菜地电动阀',
      eui: 'demo-valve-2',
      land: '轮作菜地',
      x: 10,
      y: 14,
      every: 10,
      items: VALVE,
      switches: [sw(1, '喷灌阀', 'irrigation')],
      // A preset of its battery: it would not open again else.
      longestRun: 1800,
    },
    {
      type: 'waterFertilizer',
      name: '轮作菜地水肥机',
      eui: 'demo-fertilizer-2',
      land: '轮作菜地',
      x: -24,
      y: -20,
      every: 10,
      items: FERTILIZER,
      switches: FERTILIZER_SWITCHES,
    },
    {
      type: 'insectSituationLamp_IV',
      name: '稻田虫情灯',
      eui: 'demo-lamp-3',
      land: '7 号稻田',
      x: -6,
      y: 30,
      every: 60,
      items: items({ insects: [null, 80], temperature: free, humidity: free, battery: [11.8, null] }),
      switches: [sw(1, '诱虫灯', 'trap')],
    },
    {
      type: 'sex_inducement',
      name: '稻纵卷叶螟性诱点',
      eui: 'demo-lure-2',
      land: '2 号稻田',
      x: 6,
      y: -34,
      every: 60,
      items: items({ insects: [null, 20], battery: [3.3, null] }),
    },
    {
      type: 'lorawan_gateway',
      name: '大岗 LoRaWAN 网关',
      eui: 'demo-lorawan-gateway-2',
      x: 150,
      y: 6,
      every: 60,
      items: items({ signal: free }),
    },
    {
      type: 'lorawan_node',
      name: '6 号稻田 LoRaWAN 节点',
      eui: 'demo-lorawan-node-2',
      land: '6 号稻田',
      x: 0,
      y: 24,
      every: 60,
      items: items({ waterLevel: [0.05, 0.25], soilTemperature: free, battery: [3.3, null], signal: free }),
      parent: 'demo-lorawan-gateway-2',
    },
    { type: 'camera', name: '稻田全景摄像头', eui: 'demo-camera-4', x: -113, y: 6, every: 60 },
  ],
  4: [
    {
      type: 'gateway',
      name: '合作社大棚网关',
      eui: 'demo-gateway-21',
      land: '合作社大棚',
      x: 6,
      y: 10,
      every: 10,
      items: GREENHOUSE(10, 33),
      switches: HOUSE_SWITCHES.slice(0, 2),
    },
  ],
  5: [
    {
      type: 'gateway',
      name: '东塘网关',
      eui: 'demo-gateway-41',
      land: '东塘',
      x: 20,
      y: -10,
      every: 10,
      items: WATER(5),
      switches: [sw(1, '投饵机', 'none')],
    },
  ],
}

/** What joined the farm after its first season, in base 1: behind the others, so that the ids of those stay. */
const later: readonly Sketch[] = [
  {
    type: 'acquisition_control',
    name: '泵房采集控制器',
    eui: 'demo-acquisition-1',
    land: '蓄水塘',
    x: 24,
    y: 10,
    every: 10,
    items: items({ voltage1: free, voltage2: free, current1: free, current2: free }),
    switches: [sw(1, '排风扇', 'none'), sw(2, '补水泵', 'none')],
  },
  {
    type: 'plant_light',
    name: '育苗棚补光灯',
    eui: 'demo-plant-light-1',
    land: '育苗大棚',
    x: 6,
    y: -20,
    every: 10,
    items: items({ brightness: free, power: free, light: free }),
    switches: [sw(1, '补光灯', 'lamp')],
  },
  {
    type: 'led_screen',
    name: '基地入口显示屏',
    eui: 'demo-screen-1',
    x: 40,
    y: -160,
    every: 30,
    items: items({ brightness: free, temperature: free }),
    switches: [sw(1, '屏幕电源', 'none')],
  },
  {
    type: 'composi_tachometer',
    name: '投饵机转速仪',
    eui: 'demo-tachometer-1',
    land: '2 号鱼塘',
    x: 10,
    y: 14,
    every: 10,
    items: items({ rotationSpeed: free, vibration: [null, 7.1], runHours: free, temperature: [null, 80] }),
  },
  {
    type: 'network_power',
    name: '育苗棚网络电源',
    eui: 'demo-power-1',
    land: '育苗大棚',
    x: -8,
    y: 18,
    every: 10,
    items: items({ voltage: [198, 242], current: [null, 16], power: free, energy: free }),
    switches: [sw(1, '1 号插座', 'none'), sw(2, '2 号插座', 'none'), sw(3, '3 号插座', 'none')],
  },
  {
    type: 'spore',
    name: '菜地孢子仪',
    eui: 'demo-spore-1',
    land: '西片菜地',
    x: -10,
    y: -30,
    every: 60,
    items: items({ spores: [null, 100], temperature: free, humidity: free, battery: [11.8, null] }),
    switches: [sw(1, '采样风机', 'none')],
  },
]

export const demoDevices: readonly DemoDevice[] = [
  ...demoAreas.flatMap((area) => sketches[area.id]!.map((sketch) => ({ area, sketch }))),
  ...later.map((sketch) => ({ area: areaOf(1), sketch })),
].map(({ area, sketch }, at) => {
  const land = sketch.land == null ? null : demoLands.find((one) => one.areaId === area.id && one.name === sketch.land)!
  const [longitude, latitude] = located(area, (land?.x ?? 0) + (sketch.x ?? 0), (land?.y ?? 0) + (sketch.y ?? 0))
  const id = at + 1
  return {
    id,
    tenantId: area.tenantId,
    areaId: area.id,
    landId: land?.id ?? null,
    parentEui: sketch.parent ?? null,
    deviceType: sketch.type,
    name: sketch.name,
    eui: sketch.eui,
    deviceSerial: sketch.type === 'camera' ? `FC${(260_100_000 + Math.floor(hash(id, 5) * 90_000) + id).toString()}` : null,
    iccid:
      sketch.type === 'lorawan_node' || sketch.type === 'camera'
        ? null
        : `8986042${String(Math.floor(hash(id, 9) * 1e9)).padStart(9, '0')}${String(id).padStart(4, '0')}`,
    longitude,
    latitude,
    reportingPeriod: sketch.every * 1000,
    items: sketch.items ?? [],
    switches: sketch.switches ?? [],
    temper: sketch.temper ?? 'willing',
    brokenPump: sketch.brokenPump ?? null,
    longestRun: sketch.longestRun ?? null,
  }
})

/** Where a plot, or a base's own open ground, stands in the eyes of physics. */
export function groundOf(device: Pick<DemoDevice, 'areaId' | 'landId'>): Ground {
  const area = areaOf(device.areaId)
  const land = device.landId == null ? null : demoLands.find(({ id }) => id === device.landId)!
  const place = { latitude: area.latitude, longitude: area.longitude, seed: area.region }
  return { place, habitat: land?.habitat ?? 'field', seed: land == null ? 900 + area.id : 1000 + land.id }
}

/** Why a demo device will not do what it is asked, in its own words; null where it will. */
export function refusalOf(device: Pick<DemoDevice, 'temper' | 'brokenPump'>, circuit: number, status: number): string | null {
  if (device.temper === 'refusing') return '阀门在就地挡，拒绝远程操作'
  if (device.brokenPump === circuit && status !== 0) return `${circuit} 号泵过载保护，未启动`
  return null
}
