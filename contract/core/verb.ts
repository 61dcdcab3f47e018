import type { z } from 'zod'
import type { FailureCode } from './failure.ts'

/**
 * What a device can be told, once declared: the server records, sends and follows every verb by this alone. `Kind` is what the target is,
 * where that decides what it can be told (a switch's kind), null where nothing is known of it.
 */
export interface Verb<Args extends object = object, Kind extends string = string> {
  /** `<thing>.<what is done>`: lasts as long as the rows that hold it. */
  readonly name: string
  readonly args: z.ZodType<Args>
  /** What of the device it acts on, `<thing>/<name>`: of all commands with one target at most one is under way. */
  target(args: Args): string
  /** What the device must say of the target before the command counts as done; null where its answer is all that can be known. */
  aim(args: Args): number | null
  /** What ends that which these arguments start, null where they start nothing. A verb that starts something may run for a limited time. */
  stop?(args: Args): Args | null
  /** The aim that it must not follow without a stop between them: a motor's other direction. Null where there is none. */
  against?(args: Args, kind: Kind | null): number | null
  /** Why this target cannot be told so, null where it can. */
  fault?(args: Args, kind: Kind | null): FailureCode | null
  /** How the arguments stand in the message, where that is not `{"verb":...,"args":{...}}`. */
  wire?(args: Args): object
}
