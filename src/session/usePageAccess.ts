import { applicationCode, type ModuleKey, type Route, routeMatches } from '#contract/core/route'
import { userCalls } from '#contract/session/user'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/useCall.ts'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import { toast } from '#src/ui/toast.ts'
import { useSession } from './session.ts'

/** ERRORS-11: how long it is said that a list of pages could not be read; and when it is asked for again. */
export const MENU_TIP_MS = 2000
export const ASK_AGAIN_MS = 15_000

const segments = (path: string) => path.split('/').filter(Boolean).length
type MenuItem = { readonly code: string; readonly route: string }

/** PERMISSIONS-06: a page opens where its code, or its very path, is on the caller's list. */
export const opens = ({ permission, path }: Pick<Route, 'permission' | 'path'>, listed: readonly MenuItem[]): boolean =>
  permission === 'public' ||
  permission === 'login' ||
  listed.some(({ code, route }) => code === permission || (route !== '' && routeMatches(route, path) && segments(route) === segments(path)))

/** A page of a proxy in the place of the list is a failure too. */
const isListed = ({ status, data }: { readonly status: string; readonly data: unknown }) =>
  status !== 'error' && (data == null || Array.isArray(data))

/**
 * Which pages of a module the user may open: undefined until the server has said, nothing where it could not say (PERMISSIONS-09).
 * The list is fetched once a module (PERMISSIONS-08).
 */
export function usePageAccess(module: ModuleKey = 'farm'): ((route: Pick<Route, 'permission' | 'path'>) => boolean) | undefined {
  const { tenantId } = useSession()
  const { t } = useTranslation()
  const lang = useLanguage()
  const menu = useCall(
    userCalls.menuRole,
    { query: { subModule: applicationCode[module], lang } },
    {
      enabled: tenantId >= 0,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (isListed(state) ? false : ASK_AGAIN_MS),
    },
  )
  const failed = !menu.isPending && !isListed(menu)
  useEffect(() => {
    if (failed) toast('error', t('frame:tip.failed'), MENU_TIP_MS)
  }, [failed, t])
  if (menu.isPending) return undefined
  const listed = failed ? [] : menu.data!
  return (route) => opens(route, listed)
}
