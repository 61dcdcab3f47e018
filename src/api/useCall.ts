import {
  QueryClient,
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { AnyCall, CallAnswer } from '#contract/core/call'
import type { ChangeName } from '#contract/core/change'
import { noteKept } from './keptSince.ts'
import { noteStands } from './readStands.ts'
import { call, CallError, type GivenInput, orThrow } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Whose changes make what was read stale: those of the call. */
    queryMeta: { readonly follows: readonly ChangeName[] }
  }
}

/** Whether another try may help: nobody answered, or the server says that it cannot for now. */
const mayPass = (error: unknown) => error instanceof CallError && (error.failure.status === 0 || error.failure.status === 503)

/** A cache of what is read: of one user in one tenant, never of another. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (tries, error) => tries < 2 && mayPass(error),
        // What the browser thinks of its network is no reason to wait in silence: a server in this house answers without one.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Nor may an act wait for a network and then be done minutes later: a valve would open when nobody stands by it any more.
      mutations: { networkMode: 'always' },
    },
  })

/** `[method, path, input]`; without input a prefix of every query of this call. */
export const queryKeyOf = <C extends AnyCall>(declaration: C, input?: GivenInput<C>): QueryKey =>
  input === undefined ? [declaration.method, declaration.path] : [declaration.method, declaration.path, input]

type CallQueryOptions<C extends AnyCall, Shown> = Omit<UseQueryOptions<CallAnswer<C>, CallError, Shown>, 'queryKey' | 'queryFn'> & {
  /** No tip on a failure: the page shows an error state in the place of what is missing. Default true. */
  quiet?: boolean
}

/** How a call is read and kept, for every way of reading: under its key, and read again after what its answer follows has changed. */
export const callQuery = <C extends AnyCall>(declaration: C, input: GivenInput<C> = {}, { quiet = true }: { quiet?: boolean } = {}) => ({
  queryKey: queryKeyOf(declaration, input),
  meta: { follows: declaration.follows },
  queryFn: ({ signal, client, queryKey }: { signal?: AbortSignal; client?: QueryClient; queryKey?: QueryKey } = {}) =>
    orThrow<CallAnswer<C>>(
      call(declaration, input, {
        ...(signal ? { signal } : {}),
        quiet,
        stands: (said) => (client && queryKey ? noteStands(client, queryKey, said) : undefined),
        kept: (at) => (client && queryKey ? noteKept(client, queryKey, at) : undefined),
      }),
    ),
})

/** Reads by a call, cached under {@link queryKeyOf}. A failure is the query's `error`; the place that shows the data shows it. */
export function useCall<C extends AnyCall, Shown = CallAnswer<C>>(
  declaration: C,
  input: GivenInput<C> = {},
  { quiet = true, ...options }: CallQueryOptions<C, Shown> = {},
): UseQueryResult<Shown, CallError> {
  return useQuery<CallAnswer<C>, CallError, Shown>({
    ...options,
    ...callQuery(declaration, input, { quiet }),
  })
}

/** Acts by a call. A failure shows its tip unless `quiet`, and rejects with a {@link CallError}. */
export function useCallMutation<C extends AnyCall>(
  declaration: C,
  { quiet = false, onSuccess }: { quiet?: boolean; onSuccess?: (answer: CallAnswer<C>, input: GivenInput<C>) => unknown } = {},
): UseMutationResult<CallAnswer<C>, CallError, GivenInput<C>> {
  return useMutation<CallAnswer<C>, CallError, GivenInput<C>>({
    mutationFn: (input) => orThrow<CallAnswer<C>>(call(declaration, input, { quiet })),
    ...(onSuccess == null ? {} : { onSuccess: async (answer, input) => void (await onSuccess(answer, input)) }),
  })
}
