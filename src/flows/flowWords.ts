import type { SwitchKind } from '#contract/devices/switchKind'
import type { AlarmWords } from '#src/alarms/describeCondition.ts'

/** A circuit as sentences name it. */
export interface CircuitName {
  readonly name: string
  readonly deviceName: string
  readonly kind: SwitchKind
}

/** What flows name, by id; what is not known (yet, or to this person) is called by its number. */
export interface FlowNames {
  readonly device: (id: number) => string
  /** Undefined where nobody knows it. */
  readonly circuit: (id: number) => CircuitName | undefined
  /** `first` is its first circuit: all of a group have the same states. */
  readonly group: (id: number) => { readonly name: string; readonly first: CircuitName | undefined }
  readonly flow: (id: number) => string
  readonly rule: (id: number) => string
  readonly person: (id: number) => string
  readonly plot: (id: number) => string
}

/** What it takes to put a flow into words. */
export interface FlowWords extends AlarmWords {
  readonly names: FlowNames
}
