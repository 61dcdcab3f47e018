import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { queryClient, queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useSession } from './session.ts'

/** Where a tenant that is marked new is led (NOVICE-02), and the page of one's own account, which is open to everybody. */
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

/** Whether a page is left for the guide: the pages of a tenant that is marked new. */
export const leadsToGuide = (novice: boolean | undefined, pathname: string): boolean =>
  novice === true && !OPEN_TO_NOVICES.includes(pathname)

/** To be said once the mark is gone, so that no page leads back. */
export const forgetNovice = (tenantId: number): void =>
  void queryClient.setQueryData(queryKeyOf(tenantSettingCalls.noviceCheck, { params: { t: tenantId } }), { novice: false })
