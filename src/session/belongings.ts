import type { QueryClient } from '@tanstack/react-query'
import { newQueryClient } from '#src/api/useCall.ts'
import { createStore, useStore } from '#src/createStore.ts'
import { newPermissionBook, type PermissionBook } from './permissions.ts'

/**
 * What was read for one user in one tenant. Where either changes, in this tab or another, all of it is replaced: no key has to name the
 * tenant, and an answer that comes late lands where nobody looks any more.
 */
export interface Belongings {
  /** `<user> <tenant>`; nothing is shared between two of them. */
  readonly owner: string
  readonly queries: QueryClient
  readonly permissions: PermissionBook
}

const belongingsOf = (owner: string): Belongings => ({ owner, queries: newQueryClient(), permissions: newPermissionBook(owner) })

export const belongings = createStore(belongingsOf(''))

/** Begins anew with nothing read, and asks for nothing more of what was before. */
export function startAnew(owner: string): void {
  const { queries, permissions } = belongings.get()
  belongings.set(belongingsOf(owner))
  void queries.cancelQueries()
  queries.clear()
  permissions.end()
}

export const useBelongings = (): Belongings => useStore(belongings)
