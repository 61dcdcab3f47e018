import { z } from 'zod'
import { id, integer, requiredText, text } from '../core/values.ts'
import type { DeviceType } from '../devices/deviceType.ts'

/** HOTSPOT-01: what a hotspot does, by its HType; in the order in which the editor lists them. */
export const HOTSPOT_TYPES = { text: 4, picture: 3, link: 5, scene: 1, device: 2 } as const
export type HotspotKind = keyof typeof HOTSPOT_TYPES
export const HOTSPOT_KINDS = Object.keys(HOTSPOT_TYPES) as HotspotKind[]

/**
 * HOTSPOT-16: the devices that a hotspot may name, as the documents write them: `injectFertilizer` is our `injection`, and `4GLora_node`, which
 * their list lacks, is offered too (HOTSPOT-14).
 */
export const HOTSPOT_DEVICES = [
  'camera',
  'gateway',
  'gateway_weather',
  'inverter',
  'waterFertilizer',
  'injectFertilizer',
  'sex_inducement',
  'lorawan_gateway',
  'lorawan_node',
  'gateway_soil',
  'soil',
  'gateway_water',
  'tzgk_electric_valve',
  'aerator_ii',
  'insectSituationLamp',
  'insectSituationLamp_II',
  'insectSituationLamp_IV',
  '4GLora_node',
] as const
export type HotspotDevice = (typeof HOTSPOT_DEVICES)[number]

/** The type of device that a hotspot's word stands for, and back; null where a hotspot may not name it. */
export const deviceTypeOf = (word: HotspotDevice): DeviceType => (word === 'injectFertilizer' ? 'injection' : word)
export const hotspotDeviceOf = (type: DeviceType): HotspotDevice | null =>
  HOTSPOT_DEVICES.find((word) => deviceTypeOf(word) === type) ?? null

/** HOTSPOT-13: its pictures: ways to go, what it holds, and those of devices. */
export const HOTSPOT_WAYS = ['front', 'left', 'right', 'here', 'turn-left', 'turn-right'] as const
export const HOTSPOT_THINGS = ['link', 'picture', 'text'] as const
export const HOTSPOT_STYLES = [...HOTSPOT_WAYS, ...HOTSPOT_THINGS, ...HOTSPOT_DEVICES] as const
export type HotspotStyle = (typeof HOTSPOT_STYLES)[number]

export const MAX_HOTSPOTS = 200
export const MAX_HOTSPOT_TITLE = 20
export const MAX_HOTSPOT_TEXT = 2000
export const MAX_HOTSPOT_PICTURES = 20
export const MAX_HOTSPOT_URL = 500
export const MAX_HOTSPOT_JSON = 256 * 1024

/** HOTSPOT-04, -05: width and height are so much for a size of 1. */
export const HOTSPOT_SIZE = 50
export const MAX_SIZE_FACTOR = 2
export const SIZE_STEP = 0.1
/** Width and height for a size from 0 to 2, in steps of 0.1; and back. */
export const sizeOf = (factor: number): number =>
  Math.round(Math.min(MAX_SIZE_FACTOR, Math.max(0, Number.isFinite(factor) ? factor : 1)) * 10) * (HOTSPOT_SIZE / 10)
export const factorOf = (size: number): number => Math.round((size / HOTSPOT_SIZE) * 10) / 10

/** HOTSPOT-07, -08: a whole address that a browser may follow; nothing that runs. */
const WHOLE_URL = /^(?:https?|ftp):\/\/[^\s/?#:@]+(?::\d{1,5})?(?:[/?#]\S*)?$/i
/** A file of this product, or a picture of another site. */
const PICTURE_URL = /^(?:https?:\/\/|\/(?![/\\]))\S+$/i
export const hotspotUrl = z
  .string()
  .max(MAX_HOTSPOT_URL, 'tooLong')
  .regex(WHOLE_URL, 'url')
  .refine((url) => URL.canParse(url), 'url')
const pictureUrl = text(MAX_HOTSPOT_URL).regex(PICTURE_URL, 'url')

/** The device as it was when it was chosen: `id` alone decides which one it is, the rest is what was read then (HOTSPOT-12). */
const namedDevice = z.object({
  id,
  deviceType: z.enum(HOTSPOT_DEVICES),
  name: text(100),
  eui: text(100),
  /** Cameras are named by it. */
  deviceSerial: text(100).nullable().default(null),
  online: integer(0, 1).default(0),
})
export type NamedDevice = z.infer<typeof namedDevice>

const size = z.number().min(0).max(sizeOf(MAX_SIZE_FACTOR))
const common = {
  name: z.string().regex(/^hs-[\w-]{1,60}$/, 'code'),
  /** Degrees downwards and to the right. */
  atv: z.number().min(-90).max(90),
  ath: z.number().min(-180).max(180),
  width: size,
  height: size,
  style: z.enum(HOTSPOT_STYLES),
  /** The address of the style's picture. */
  url: text(MAX_HOTSPOT_URL).regex(/^\/(?![/\\])\S*$/, 'url'),
  /** What other viewers did when it is pressed. It is kept and never run. */
  ondown: text(200).default(''),
  /** The title. */
  text: text(MAX_HOTSPOT_TITLE).default(''),
}
const nowhere = z.null().default(null)
export const hotspot = z
  .discriminatedUnion('HType', [
    z.object({ ...common, HType: z.literal(1), content: z.object({ scenesId: id }), linkedscene: id }),
    z.object({ ...common, HType: z.literal(2), content: namedDevice, linkedscene: nowhere }),
    z.object({ ...common, HType: z.literal(3), content: z.array(pictureUrl).min(1).max(MAX_HOTSPOT_PICTURES), linkedscene: nowhere }),
    z.object({ ...common, HType: z.literal(4), content: requiredText(MAX_HOTSPOT_TEXT), linkedscene: nowhere }),
    z.object({ ...common, HType: z.literal(5), content: hotspotUrl, linkedscene: nowhere }),
  ])
  .refine((one) => one.HType !== 1 || one.content.scenesId === one.linkedscene, 'invalid')
export type Hotspot = z.infer<typeof hotspot>

const namesOf = (hotspots: readonly Pick<Hotspot, 'name'>[]) => new Set(hotspots.map(({ name }) => name))
const hotspots = z
  .array(hotspot)
  .max(MAX_HOTSPOTS)
  .refine((all) => namesOf(all).size === all.length, 'twice')

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * What stands in `hotSpotJson`, and how many of its hotspots cannot be read (a text that is no list counts as one). It never throws. A name
 * that stands there twice is kept once.
 */
export function parseHotspots(json: string | null | undefined): { readonly hotspots: readonly Hotspot[]; readonly unread: number } {
  if (json == null || json === '') return { hotspots: [], unread: 0 }
  const given = jsonOf(json)
  if (!Array.isArray(given)) return { hotspots: [], unread: 1 }
  const byName = new Map<string, Hotspot>()
  for (const one of given) {
    const read = hotspot.safeParse(one)
    if (read.success && byName.size < MAX_HOTSPOTS && !byName.has(read.data.name)) byName.set(read.data.name, read.data)
  }
  return { hotspots: [...byName.values()], unread: given.length - byName.size }
}
export const writeHotspots = (all: readonly Hotspot[]): string => JSON.stringify(all)

/** `hotSpotJson` as a call takes it; what is wrong inside is said of the whole text, by the rule that is broken. */
export const hotSpotJson = z
  .string()
  .max(MAX_HOTSPOT_JSON, 'tooLong')
  .superRefine((json, context) => {
    if (json.length > MAX_HOTSPOT_JSON) return
    const issue = hotspots.safeParse(jsonOf(json)).error?.issues[0]
    if (issue === undefined) return
    if (issue.code === 'too_big' && issue.origin === 'array')
      context.addIssue({ code: 'too_big', origin: 'array', maximum: issue.maximum, inclusive: true, input: json, path: [] })
    else context.addIssue({ code: 'custom', message: issue.message, path: [] })
  })

/** The address of a style's picture. */
export const iconUrlOf = (style: HotspotStyle): string => `/hotspots/${style}.svg`
