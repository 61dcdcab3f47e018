import type { AlarmSeverity } from '#contract/alarms/severity'
import type { FlowDefinition, Trigger } from '#contract/flows/definition'
import type { GroupDraft, Typed } from '#src/watch/condition/conditionDraft.ts'
import type { WatchDraft } from '#src/watch/watchDraft.ts'

/** The key of what must be so at the start: a flow has it once. */
export const ONLY = 'only'

export interface CheckDraft {
  readonly key: string
  readonly deviceId: number | null
  readonly ordinal: Typed
  readonly when: GroupDraft
}
export interface ChecksDraft {
  readonly join: 'all' | 'any'
  readonly of: readonly CheckDraft[]
}

type Missed = Extract<Trigger, { kind: 'time' }>['missed']
interface Keyed {
  readonly key: string
}
export type TriggerDraft = Keyed &
  (
    | { readonly kind: 'time'; readonly minute: number | null; readonly days: readonly number[]; readonly missed: Missed }
    | { readonly kind: 'cron'; readonly cron: string; readonly missed: Missed }
    | {
        readonly kind: 'sun'
        readonly at: 'rise' | 'set'
        readonly shift: Typed
        readonly days: readonly number[]
        readonly missed: Missed
      }
    | { readonly kind: 'watch'; readonly logic: WatchDraft }
    | { readonly kind: 'alarm'; readonly ruleId: number | null; readonly severity: AlarmSeverity }
    | { readonly kind: 'flow'; readonly flowId: number | null; readonly on: 'success' | 'failed' | 'ended' }
  )

/** What is turned; both choices are kept, so that looking at the other loses nothing. */
export interface TargetDraft {
  readonly kind: 'switch' | 'group'
  readonly switchId: number | null
  readonly groupId: number | null
}

type Block = readonly StepDraft[]
/** A step with a key that stays while it is moved and changed. */
export type StepDraft = Keyed &
  (
    | {
        readonly kind: 'command'
        readonly target: TargetDraft
        readonly status: number
        readonly runSeconds: Typed
        readonly onFail: 'stop' | 'goOn'
      }
    | { readonly kind: 'wait'; readonly seconds: Typed }
    | { readonly kind: 'waitUntil'; readonly checks: ChecksDraft; readonly seconds: Typed; readonly onTimeout: 'stop' | 'goOn' }
    | { readonly kind: 'notify'; readonly userIds: readonly number[]; readonly text: string }
    | { readonly kind: 'makeSafe'; readonly target: TargetDraft | null }
    | { readonly kind: 'parallel'; readonly of: readonly Block[] }
    | {
        readonly kind: 'if'
        readonly checks: ChecksDraft
        readonly then: Block
        readonly else: Block
        readonly unknown: 'else' | 'stop'
      }
    | { readonly kind: 'repeat'; readonly times: Typed; readonly until: ChecksDraft | null; readonly steps: Block }
  )
export type StepOf<Kind extends StepDraft['kind']> = Extract<StepDraft, { kind: Kind }>
export type TriggerOf<Kind extends TriggerDraft['kind']> = Extract<TriggerDraft, { kind: Kind }>

/** A flow as it is being written: the shape of its definition, with keys and with what was typed. */
export interface FlowDraft {
  readonly name: string
  readonly note: string
  readonly groupId: number | null
  readonly triggers: readonly TriggerDraft[]
  readonly only: ChecksDraft | null
  readonly steps: Block
  readonly whileRunning: FlowDefinition['whileRunning']
  readonly maxSeconds: Typed
}
