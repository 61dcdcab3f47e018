import type { ResourceName } from '#contract/resources'
import type { ApprovalRows } from '../approvals/approvalRows.ts'
import type { Places } from '../crud/places.ts'

/** One of everything, in one base of one tenant. */
export interface Rows {
  readonly tenantId: number
  readonly areaId: number
  readonly landId: number
  readonly gatewayId: number
  readonly gatewayEui: string
  readonly itemId: number
  readonly switchId: number
  readonly aeratorId: number
  readonly pumpId: number
  readonly messageId: number
  readonly undeliveredId: number
  readonly noticeId: number
  readonly consultId: number
  readonly categoryId: number
  readonly fileId: string
  readonly tokenId: number
  readonly sessionKey: string
  readonly userId: number
  /** A record of every resource that nothing refers to, and what a new one refers to. */
  readonly records: Readonly<Record<ResourceName, number>> & Places
  readonly approvals: ApprovalRows
  /** What the areas' own rows are known by (`tests/server/<area>/cases.ts`). */
  readonly own: Readonly<Record<string, number | string>>
}
export interface Input {
  readonly params?: Record<string, string | number>
  readonly query?: Record<string, string | number>
  readonly body?: Record<string, unknown> | unknown[]
}

/**
 * How a call is made lawfully with these rows, and what it answers when the rows are somebody else's: 404 where it names a row, 422
 * where it would put something into it, `nothing` where it only narrows a list, null where it names none.
 */
export type Foreign = 404 | 422 | 'nothing' | null
export type CallCase = readonly [foreign: Foreign, input: (rows: Rows) => Input]

/** A call that names nothing. */
export const none: CallCase = [null, () => ({})]
