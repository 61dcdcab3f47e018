import type { Order } from '../order.ts'
import type { Ask } from '../repository.ts'

/** What is asked for; `starts` where something could run by it that can be stopped. */
interface Act {
  readonly order: Order
  readonly starts: boolean
}
/** Null where nothing speaks against it, or why not, as `reasonWith` says it. `ask` speaks in the transaction that records the command. */
export type Rule = (ask: Ask, act: Act, now: number) => Promise<string | null>
export type MayAct = (ask: Ask, act: Act) => Promise<string | null>
