import { type Scope, scopeOf } from '../database/scope.ts'
import type { Asking } from './handler.ts'

/**
 * The same asking inside a transaction that is under way: what one handler asks of another is committed with it. Never a copy: an asking with a
 * key of its own (once.ts) has no properties to copy.
 */
export const askingWithin = (asking: Asking, scope: Scope): Asking =>
  Object.create(asking, { inTenant: { value: (work: (held: Scope) => unknown) => work(scope) } }) as Asking

/** The same asking in these bases alone, null for all: those in which the caller holds another code than that of the call. */
export const askingIn = (asking: Asking, areas: readonly number[] | null): Asking =>
  Object.create(asking, {
    grant: { value: Object.create(asking.grant, { areas: { value: areas } }) },
    inTenant: {
      value: (work: (held: Scope) => Promise<unknown>) => asking.inTenant(({ raw, tenantId }) => work(scopeOf(raw, tenantId, areas))),
    },
  }) as Asking
