import type { PermissionCode } from '../../core/call.ts'
import type { Field } from '../../core/field.ts'
import type { Group } from '../../core/route.ts'
import type { Quantity } from '../itemCode.ts'
import type { SwitchKind } from '../switchKind.ts'

/** What a click on the marker opens (MAP-07, MAP-08). */
export type Opening = 'collect' | 'aerator' | 'lamp' | 'camera' | 'popup'

export type DeviceAct = 'create' | 'edit' | 'delete'

/** What a type may have beside the common parts of the device page; each is drawn by one component of the console. */
export type DevicePanel = 'pumps' | 'soilProfile' | 'windRose' | 'dosing' | 'shownText' | 'insects'

/** What is kept of a device and read on its page. */
export type DeviceLog = 'control' | 'online' | 'fault' | 'rejected'

/** A page that lists devices. Several types may share one, and a type may stand on several; the first is its own. */
export interface DevicePage<Name extends string = string> {
  readonly name: Name
  readonly group: Extract<Group, 'equipment' | 'aquatic'>
  readonly place: number
  /** Keeps its state when left; SESSION-08 names the one that does not. */
  readonly cached: boolean
  /** Its codes open and change what it lists, as those of a type's own page do. */
  readonly opens: boolean
  readonly code: PermissionCode
  readonly codes: Readonly<Record<DeviceAct, PermissionCode>>
}

/** `acts` are the documents' own names of the acts, where these are not create, edit and delete (PERMISSIONS-15 to -17). */
export function definePage<const Name extends string>(
  name: Name,
  facts: Pick<DevicePage, 'group' | 'place'> & { cached?: false; opens?: true; acts?: Readonly<Record<DeviceAct, string>> },
): DevicePage<Name> {
  const code = `wfpf.farm.equipment.${name}` as const
  const acts = facts.acts ?? { create: 'create', edit: 'edit', delete: 'delete' }
  const codes = { create: `${code}.ps.${acts.create}`, edit: `${code}.ps.${acts.edit}`, delete: `${code}.ps.${acts.delete}` } as const
  return { name, group: facts.group, place: facts.place, cached: facts.cached ?? true, opens: facts.opens ?? false, code, codes }
}

/** What a type measures of one quantity: so many layers or pumps (their codes end in 1, 2 ...), and the band that is normal unless changed. */
export interface Measured {
  /** 0: without a number behind the code. */
  readonly count?: number
  readonly low?: number
  readonly high?: number
}

/** Seconds: what may be asked for, and what holds where nothing is asked for; `usual` null: nothing ends it then. */
export interface Run {
  readonly least: number
  readonly most: number
  readonly usual: number | null
}

/** What of a type can be switched, and how long what is started may run. */
export interface Circuits {
  readonly kinds: readonly [SwitchKind, ...SwitchKind[]]
  readonly most: number
  readonly run: Run
  /** The status that does least harm when nobody is there: an aerator runs, a valve is closed. */
  readonly rest: 0 | 1
}

/** Everything that the product knows of one type of device. One that is incomplete does not compile. */
interface Declared<Key extends string, LayerName extends string, Pages extends readonly [DevicePage, ...DevicePage[]]> {
  /** As the documents write it (2§3); types that they do not show are named in the decisions. */
  readonly key: Key
  readonly pages: Pages
  /**
   * Markers of one set share layer, picture and default (MAP-12, MAP-13, MAP-15). The picture is a line on a grid of 24 by 24, for a round
   * pen of 1.8.
   */
  readonly marker: { readonly layer: LayerName; readonly shown: boolean; readonly glyph: string }
  readonly opens: Opening
  /** Cameras and LoRa gateways show no online state in a popup (MAP-07). */
  readonly showsPresence: boolean
  /** How often it reports unless told otherwise, minutes. */
  readonly minutes: number
  readonly measures: Readonly<Partial<Record<Quantity, Measured>>>
  /** What the numbers of a quantity stand for, where they are no amounts: keys of `devices:says`. */
  readonly says?: Readonly<Partial<Record<Quantity, Readonly<Record<number, string>>>>>
  /** Codes of the items that its list shows. */
  readonly columns: readonly string[]
  readonly circuits: Circuits | null
  /** What it can be set to, beside how often it reports; the words are `devices:setting.<name>`. */
  readonly settings: Readonly<Record<string, Field>>
  /** Pairs of settings that are both given or neither, the first below the second. */
  readonly rising?: readonly (readonly [lower: string, upper: string])[]
  /** Pairs of settings of which the first needs the second, and is not above it. */
  readonly within?: readonly (readonly [inner: string, outer: string])[]
  readonly logs: readonly DeviceLog[]
  readonly panels: readonly DevicePanel[]
}

/** Declares a type of device, once; what follows from its own page stands beside what was declared. */
export function defineDeviceType<
  const Key extends string,
  const LayerName extends string,
  const Pages extends readonly [DevicePage, ...DevicePage[]],
>(declared: Declared<Key, LayerName, Pages>) {
  const [{ name, code, codes }, ...others] = declared.pages
  const opening = [declared.pages[0], ...others.filter(({ opens }) => opens)]
  /** The type's own page: its address, the code that opens it and the map layer (MAP-22), and those of the acts. */
  return {
    ...declared,
    rising: declared.rising ?? [],
    within: declared.within ?? [],
    layer: declared.marker.layer,
    page: name as Pages[0]['name'],
    route: `/web/equipment/${name}`,
    code,
    codes,
    /** Whoever holds one of these sees its devices, or does this to them. */
    readers: opening.map((page) => page.code),
    actors: (act: DeviceAct) => opening.map((page) => page.codes[act]),
  }
}
