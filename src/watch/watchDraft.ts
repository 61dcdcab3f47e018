import type { FieldFault } from '#contract/core/fieldFault'
import type { DeviceType } from '#contract/devices/deviceType'
import type { WatchLogic } from '#contract/watch/logic'
import { conditionBody, conditionFaults, draftOfCondition, type GroupDraft, type Typed } from './condition/conditionDraft.ts'
import type { Hours } from './condition/HoursFields.tsx'

/** What is watched, as it is being written. An empty list of the scope narrows nothing. */
export interface WatchDraft {
  readonly types: readonly DeviceType[]
  readonly deviceIds: readonly number[]
  readonly landIds: readonly number[]
  readonly when: GroupDraft
  readonly holdSeconds: Typed
  /** Whether it ends by a condition of its own, which is kept while it does not. */
  readonly ownClear: boolean
  readonly clear: GroupDraft
  readonly clearSeconds: Typed
  readonly noData: WatchLogic['noData']
  /** Whether it watches at some hours alone. */
  readonly timed: boolean
  readonly during: Hours
}

const ALWAYS: Hours = { from: 0, to: 1440, days: [1, 2, 3, 4, 5, 6, 7] }

export const blankWatch = (): WatchDraft => ({
  types: [],
  deviceIds: [],
  landIds: [],
  when: draftOfCondition(null),
  holdSeconds: 300,
  ownClear: false,
  clear: draftOfCondition(null),
  clearSeconds: 60,
  noData: 'keep',
  timed: false,
  during: ALWAYS,
})

export const draftOfWatch = ({ scope, when, holdSeconds, clear, clearSeconds, noData, during }: WatchLogic): WatchDraft => ({
  types: scope.types ?? [],
  deviceIds: scope.deviceIds ?? [],
  landIds: scope.landIds ?? [],
  when: draftOfCondition(when),
  holdSeconds,
  ownClear: clear !== null,
  clear: draftOfCondition(clear),
  clearSeconds,
  noData,
  timed: during !== null,
  during: during ?? ALWAYS,
})

const orNull = <One>(list: readonly One[]) => (list.length === 0 ? null : [...list])

/** What is sent of it; what is wrong in it is refused by the contract's own schema. */
export const watchBody = (draft: WatchDraft): object => ({
  scope: { types: orNull(draft.types), deviceIds: orNull(draft.deviceIds), landIds: orNull(draft.landIds) },
  when: conditionBody(draft.when),
  holdSeconds: draft.holdSeconds,
  clear: draft.ownClear ? conditionBody(draft.clear) : null,
  clearSeconds: draft.clearSeconds,
  noData: draft.noData,
  during: draft.timed ? draft.during : null,
})

/** What is wrong with its conditions, by the keys of their leaves, and with its hours, by `<within>during.<side>`. */
export const watchFaults = (
  { when, ownClear, clear, timed, during }: WatchDraft,
  within = '',
): (readonly [string, FieldFault | 'empty'])[] => [
  ...conditionFaults(when),
  ...(ownClear ? conditionFaults(clear) : []),
  ...(['from', 'to'] as const).flatMap((side) =>
    timed && during[side] === null ? [[`${within}during.${side}`, { field: side, key: 'required', params: {} }] as const] : [],
  ),
]
