import type { Scope } from '../database/scope.ts'
import type { Asking } from './handler.ts'

/**
 * The same asking inside a transaction that is under way: what one handler asks of another is committed with it. Never a copy: an asking with a
 * key of its own (once.ts) has no properties to copy.
 */
export const askingWithin = (asking: Asking, scope: Scope): Asking =>
  Object.create(asking, { inTenant: { value: (work: (held: Scope) => unknown) => work(scope) } }) as Asking
