import { createHash } from 'node:crypto'
import { codesOf, type Condition, type Leaf, leavesOf } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { ordinalOf, quantityOf } from '#contract/devices/itemCode'
import type { BoundLeaf, Calendar, Slot, Tree, Watch } from '#machines/watch/watch'

/** A reading is believed for so many reporting periods of its device, as its presence is. */
const BELIEVED_PERIODS = 3

/** A device as a rule sees it. */
export interface WatchedDevice {
  readonly id: number
  readonly areaId: number
  readonly landId: number | null
  readonly type: string
  /** How often it reports, ms. */
  readonly period: number
  readonly items: readonly { readonly id: number; readonly code: string }[]
}

/** Whether a rule is about a device. */
export const concerns = ({ types, deviceIds, landIds }: WatchLogic['scope'], device: WatchedDevice): boolean =>
  (types === null || (types as readonly string[]).includes(device.type)) &&
  (deviceIds === null || deviceIds.includes(device.id)) &&
  (landIds === null || (device.landId !== null && landIds.includes(device.landId)))

const quantityOfItem = (code: string) => quantityOf(code) ?? code

/** The watches of a rule over one device, by the layer or pump that each is about; none where it measures nothing of what the rule reads. */
export function bind(
  { when, clear, during, holdSeconds, clearSeconds, noData }: WatchLogic,
  device: WatchedDevice,
  { calendar, hasSun }: { calendar: Calendar; hasSun: boolean },
): Map<number, Watch> {
  const codes = [...new Set([...codesOf(when), ...(clear ? codesOf(clear) : [])])]
  const read = device.items.filter(({ code }) => codes.includes(quantityOfItem(code)))
  const ordinals = codes.length === 0 ? [0] : [...new Set(read.map(({ code }) => ordinalOf(code) ?? 0))].toSorted((a, b) => a - b)
  // What has no layers counts for each layer of what has them.
  const own = ordinals.length > 1 ? ordinals.filter((ordinal) => ordinal !== 0 || codes.every((code) => !isLayered(code, read))) : ordinals
  return new Map(own.map((ordinal) => [ordinal, bindOne(ordinal)]))

  function bindOne(ordinal: number): Watch {
    const slots: Slot[] = []
    function slotOf(code: string): number | null {
      const items = read.filter((item) => quantityOfItem(item.code) === code)
      const item = items.find((one) => (ordinalOf(one.code) ?? 0) === ordinal) ?? items.find((one) => ordinalOf(one.code) === null)
      if (item === undefined) return null
      const known = slots.findIndex(({ itemId }) => itemId === item.id)
      if (known >= 0) return known
      return slots.push({ itemId: item.id, lasts: BELIEVED_PERIODS * device.period }) - 1
    }
    const boundLeaf = (leaf: Leaf): BoundLeaf => {
      switch (leaf.kind) {
        case 'compare':
          return { ...leaf, slot: slotOf(leaf.code), than: leaf.than === null ? 'none' : slotOf(leaf.than) }
        case 'rate':
          return { kind: 'rate', slot: slotOf(leaf.code), is: leaf.is, by: leaf.by, ms: leaf.seconds * 1000 }
        case 'silent':
          return { kind: 'silent', slot: slotOf(leaf.code), ms: leaf.seconds * 1000 }
        case 'hours':
          return { kind: 'calendar', leaf }
        case 'sun':
          return hasSun ? { kind: 'calendar', leaf } : { kind: 'unknowable' }
        default:
          return leaf
      }
    }
    const leaves: BoundLeaf[] = []
    function treeOf(one: Condition): Tree {
      if (one.kind === 'all' || one.kind === 'any') return { kind: one.kind, of: one.of.map(treeOf) }
      if (one.kind === 'not') return { kind: 'not', of: treeOf(one.of) }
      return leaves.push(boundLeaf(one)) - 1
    }
    const begins = treeOf(when)
    const ofWhen = leavesOf(when).length
    const within = during === null ? null : leaves.push({ kind: 'calendar', leaf: { kind: 'hours', ...during } }) - 1
    const ends = clear === null ? null : treeOf(clear)
    return {
      slots,
      leaves,
      ofWhen,
      // Outside of its hours nothing begins, and what goes on is over.
      when: within === null ? begins : { kind: 'all', of: [within, begins] },
      clear: ends === null || within === null ? ends : { kind: 'any', of: [{ kind: 'not', of: within }, ends] },
      hold: holdSeconds * 1000,
      clearHold: clearSeconds * 1000,
      raisesUnknown: noData === 'raise',
      calendar,
    }
  }
}

const isLayered = (code: string, items: WatchedDevice['items']) =>
  items.some((item) => quantityOfItem(item.code) === code && ordinalOf(item.code) !== null)

/** What a kept state is of, as a SHA-256 in base64: of another it says nothing. */
export const fingerprintOf = (watch: Watch, version: number): string =>
  createHash('sha256')
    .update(JSON.stringify([version, { ...watch, calendar: undefined }]))
    .digest('base64')
