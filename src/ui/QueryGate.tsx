import type { ReactNode } from 'react'
import { ErrorState, type ErrorStateProps } from './ErrorState.tsx'

/** What is known of a query. */
export interface GatedQuery<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * What a query answered, once it did; until then `waiting`, or why it could not be read, with another try. What was read stays when
 * reading it again fails.
 */
export function QueryGate<Data>({
  query: { data, isError, error, refetch },
  waiting = null,
  none,
  children,
  ...said
}: {
  query: GatedQuery<Data>
  /** Stands where nothing is known yet. */
  waiting?: ReactNode
  /** Stands where the answer is an empty list. */
  none?: ReactNode
  children: (data: Data) => ReactNode
} & Pick<ErrorStateProps, 'title' | 'otherwise' | 'compact'>) {
  if (data !== undefined) return none !== undefined && Array.isArray(data) && data.length === 0 ? none : children(data)
  if (isError) return <ErrorState {...said} error={error} onRetry={() => void refetch()} />
  return waiting
}
