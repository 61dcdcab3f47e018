import {
  factorOf,
  type Hotspot,
  HOTSPOT_KINDS,
  HOTSPOT_TYPES,
  type HotspotKind,
  type HotspotStyle,
  hotspotUrl,
  iconUrlOf,
  MAX_HOTSPOT_PICTURES,
  MAX_HOTSPOT_TEXT,
  MAX_HOTSPOT_TITLE,
  type NamedDevice,
  sizeOf,
} from '#contract/panoramas/hotspot'

/** A hotspot while it is worked on: what was given for each kind stays when another kind is tried. */
export interface HotspotDraft {
  readonly name: string
  /** Whether the scene has no hotspot of this name yet. */
  readonly isNew: boolean
  readonly atv: number
  readonly ath: number
  /** 0 to 2. */
  readonly factor: number
  readonly style: HotspotStyle
  readonly title: string
  readonly kind: HotspotKind | null
  readonly scenesId: number | null
  readonly device: NamedDevice | null
  readonly pictures: readonly string[]
  readonly words: string
  readonly link: string
  readonly ondown: string
}
/** What is missing or wrong, by input; keys of `panoramas:fault`. Source: HOTSPOT-06 to -08. */
export type HotspotFault = 'type' | 'scene' | 'device' | 'picture' | 'text' | 'link' | 'url' | 'titleLong' | 'textLong' | 'pictures'
export type HotspotFaults = Readonly<Partial<Record<'title' | 'kind' | 'content', HotspotFault>>>

/** The first name of this kind that no hotspot of the scene has. */
export function freeName(names: Iterable<string>): string {
  const taken = new Set(names)
  let count = taken.size + 1
  while (taken.has(`hs-${count}`)) count++
  return `hs-${count}`
}

/** HOTSPOT-03: at the centre of what is looked at, with the front icon and a size of 50. */
export const defaultHotspot = (name: string, at: { readonly atv: number; readonly ath: number }): HotspotDraft => ({
  name,
  isNew: true,
  atv: at.atv,
  ath: at.ath,
  factor: 1,
  style: 'front',
  title: '',
  kind: null,
  scenesId: null,
  device: null,
  pictures: [],
  words: '',
  link: '',
  ondown: '',
})

export const kindOf = ({ HType }: Pick<Hotspot, 'HType'>): HotspotKind => HOTSPOT_KINDS.find((kind) => HOTSPOT_TYPES[kind] === HType)!

/** A hotspot of the scene as it is worked on. */
export const draftOf = (hotspot: Hotspot): HotspotDraft => ({
  ...defaultHotspot(hotspot.name, hotspot),
  isNew: false,
  factor: factorOf(hotspot.width),
  style: hotspot.style,
  title: hotspot.text,
  kind: kindOf(hotspot),
  ondown: hotspot.ondown,
  ...(hotspot.HType === 1 && { scenesId: hotspot.content.scenesId }),
  ...(hotspot.HType === 2 && { device: hotspot.content }),
  ...(hotspot.HType === 3 && { pictures: hotspot.content }),
  ...(hotspot.HType === 4 && { words: hotspot.content }),
  ...(hotspot.HType === 5 && { link: hotspot.content }),
})

/** Whether something would be lost with a draft: a hotspot that was only opened, or is again as it was, is no change. */
export function isWorkedOn(draft: HotspotDraft, hotspots: readonly Hotspot[]): boolean {
  const found = hotspots.find(({ name }) => name === draft.name)
  return found === undefined || JSON.stringify(draft) !== JSON.stringify(draftOf(found))
}

function contentFault({ kind, scenesId, device, pictures, words, link }: HotspotDraft): HotspotFault | null {
  switch (kind) {
    case null:
      return null
    case 'scene':
      return scenesId === null ? 'scene' : null
    case 'device':
      return device === null ? 'device' : null
    case 'picture':
      return pictures.length === 0 ? 'picture' : pictures.length > MAX_HOTSPOT_PICTURES ? 'pictures' : null
    case 'text':
      return words.trim() === '' ? 'text' : words.length > MAX_HOTSPOT_TEXT ? 'textLong' : null
    case 'link':
      return link.trim() === '' ? 'link' : hotspotUrl.safeParse(link.trim()).success ? null : 'url'
  }
}
/** What must be mended before the hotspot can be confirmed; empty where nothing. */
export function draftFaults(draft: HotspotDraft): HotspotFaults {
  const content = contentFault(draft)
  return {
    ...(draft.title.length > MAX_HOTSPOT_TITLE && { title: 'titleLong' as const }),
    ...(draft.kind === null && { kind: 'type' as const }),
    ...(content !== null && { content }),
  }
}

/** The hotspot that a draft without faults stands for; null where it has any. */
export function hotspotOf(draft: HotspotDraft): Hotspot | null {
  if (Object.keys(draftFaults(draft)).length > 0) return null
  const { name, atv, ath, factor, style, title, ondown, scenesId, device } = draft
  const size = sizeOf(factor)
  const common = { name, atv, ath, width: size, height: size, style, url: iconUrlOf(style), ondown, text: title.trim() }
  if (draft.kind === 'scene' && scenesId !== null) return { ...common, HType: 1, content: { scenesId }, linkedscene: scenesId }
  if (draft.kind === 'device' && device !== null) return { ...common, HType: 2, content: device, linkedscene: null }
  if (draft.kind === 'picture') return { ...common, HType: 3, content: [...draft.pictures], linkedscene: null }
  if (draft.kind === 'text') return { ...common, HType: 4, content: draft.words, linkedscene: null }
  return { ...common, HType: 5, content: draft.link.trim(), linkedscene: null }
}
