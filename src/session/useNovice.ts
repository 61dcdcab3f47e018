import { useQueryClient } from '@tanstack/react-query'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useSession } from './session.ts'
import { useArea } from './useArea.ts'

/** Where the guide to the first base stands (NOVICE-02), and the page of one's own account, which is open to everybody. */
export const NOVICE_PATH = '/home'
const OPEN_TO_NOVICES: readonly string[] = [NOVICE_PATH, '/web/user']

/** Whether the current tenant is marked new; undefined until the server has said, and where it could not say. */
export function useNovice(): boolean | undefined {
  const { tenantId } = useSession()
  const check = useCall(
    tenantSettingCalls.noviceCheck,
    { params: { t: tenantId } },
    { enabled: tenantId >= 0, staleTime: Number.POSITIVE_INFINITY },
  )
  return check.data?.novice
}

/**
 * Whether there is no base to work in and it is this person's to make the first, whatever the tenant is marked (NOVICE-03): who manages
 * no bases would be led to a form that the server refuses. Undefined until the server has said.
 */
export function useMakesFirstBase(): boolean | undefined {
  const { tenantId } = useSession()
  const { status } = useArea()
  const without = status === 'none'
  const manages = useCall(tenantSettingCalls.areaAdmin, { params: { t: tenantId } }, { enabled: without })
  if (status === 'loading' || (without && manages.isPending)) return undefined
  return without && manages.data === true
}

/** Whether a page is left for the guide: it stands before every page of who is to be guided. */
export const leadsToGuide = (guided: boolean | undefined, pathname: string): boolean =>
  guided === true && !OPEN_TO_NOVICES.includes(pathname)

/** To be said once the mark is gone, so that no page leads back. */
export function useForgetNovice(): (tenantId: number) => void {
  const queries = useQueryClient()
  return (tenantId) => void queries.setQueryData(queryKeyOf(tenantSettingCalls.noviceCheck, { params: { t: tenantId } }), { novice: false })
}
