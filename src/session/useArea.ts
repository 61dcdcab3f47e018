import { type Area, areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { useStore } from '#src/createStore.ts'
import { chooseArea, chosenArea } from './area.ts'
import { useSession } from './session.ts'

export interface AreaChoice {
  /** The base that farm and device pages work in; null while loading, and for a user without a base. */
  readonly area: Area | null
  /** The bases that are known so far: the first page of them, the default one first. */
  readonly areas: readonly Area[]
  readonly select: (areaId: number) => void
  /** `none`: the user may see no base. */
  readonly status: 'loading' | 'ready' | 'none' | 'failed'
  readonly retry: () => void
}

const tenantOf = (key: readonly unknown[] | undefined) => (key?.[2] as { params?: { t?: number } } | undefined)?.params?.t

/** The selected base: the one chosen in this tab where the user may still see it, else the default, else the first (AREA-02). */
export function useArea(): AreaChoice {
  const { tenantId } = useSession()
  const chosen = useStore(chosenArea)
  const enabled = tenantId >= 0
  const current = useCall(
    areaCalls.default,
    { params: { t: tenantId }, query: chosen == null ? {} : { areaId: chosen } },
    {
      enabled,
      staleTime: 5 * 60_000,
      // The base before stays on the page while the next one is fetched, so that a choice does not blank the frame; never another tenant's.
      placeholderData: (before, query) => (tenantOf(query?.queryKey) === tenantId ? before : undefined),
    },
  )
  const first = useCall(
    areaCalls.page,
    { params: { t: tenantId }, query: { page: 1, size: 10, organizationType: 'area' } },
    { enabled, staleTime: 60_000 },
  )
  const listed = first.data?.content ?? []
  // A chosen base that is on the list is shown at once, without waiting for the server to repeat it.
  const known = chosen == null ? undefined : listed.find(({ areaId }) => areaId === chosen)
  // Where nobody says which one is the default, it is the first of those that were read: the list begins with it. It stays while it is asked
  // anew, as whatever mounts in it does: what stands in a base would else be gone and come again without end.
  const unsaid = current.isError || current.errorUpdateCount > 0
  const area = known ?? current.data ?? (unsaid ? listed[0] : undefined) ?? null
  const status = area != null ? 'ready' : current.isError ? 'failed' : current.isSuccess && enabled ? 'none' : 'loading'
  return { area, areas: listed, select: chooseArea, status, retry: () => void current.refetch() }
}
