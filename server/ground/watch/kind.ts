import type { Transaction } from 'kysely'
import type { WatchLogic } from '#contract/watch/logic'
import type { Action } from '#machines/watch/action'
import type { Database } from '../database/schema.ts'
import type { Queryable } from './queryable.ts'

/** Something that is watched for: an alarm rule, a trigger of a flow. */
export interface WatchedRule {
  readonly id: number
  readonly areaId: number
  /** Another version is another watch: what was known under the old one ends. */
  readonly version: number
  readonly logic: WatchLogic
}
/** What a rule found at one device; `ordinal` is the layer or pump that it is about, 0 where there is but one. */
export interface Act {
  readonly ruleId: number
  readonly version: number
  readonly deviceId: number
  readonly ordinal: number
  readonly action: Action
}
/** Whether an active episode can still be judged: it moved. */
export interface Doubt {
  readonly ruleId: number
  readonly deviceId: number
  readonly ordinal: number
  readonly unknown: boolean
}

/** Who has things watched, and is told what was found (`ServerContents.watches`). */
export interface WatchKind {
  /** Names its watches in what is kept. */
  readonly name: string
  /** People are told of what it finds. */
  readonly tells?: true
  /** The rules of a tenant that watch now. Those of which `furrow_watch` gave notice are read anew. */
  rules(db: Queryable, tenantId: number): Promise<readonly WatchedRule[]>
  /**
   * Writes what was found, in the transaction in which the engine keeps what it knows: both or neither. What was found twice (a kill came
   * between) is written once, by rule, device, ordinal and `raisedAt`. Answers what is done once it is committed.
   */
  act(
    work: Transaction<Database>,
    tenantId: number,
    found: { readonly acts: readonly Act[]; readonly doubts: readonly Doubt[] },
    now: number,
  ): Promise<() => void>
  /** What it wrote may be committed, though nothing was done after: the connection ended before it was known. */
  committedUnheard(tenantId: number): void
  /** Some of its rules watch other devices than before: `WatchDesk.standing` says another thing of them from now on. */
  bound(tenantId: number): void
}

/** How watches stand, for lists of rules: by rule, how many devices and layers it watches, and how many of these it cannot judge. */
export interface WatchStanding {
  readonly watched: number
  readonly unknown: number
}
/** What the engine answers to those who have things watched. */
export interface WatchDesk {
  standing(kind: string, tenantId: number, ruleId: number): WatchStanding
}
