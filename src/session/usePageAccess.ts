import { applicationCode, type ModuleKey, type Route, routeMatches } from '#contract/core/route'
import { userCalls } from '#contract/session/user'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/useCall.ts'
import { isLanguage } from '#src/i18n/language.ts'
import { useSession } from './session.ts'

const segments = (path: string) => path.split('/').filter(Boolean).length
type MenuItem = { readonly code: string; readonly route: string }

/** PERMISSIONS-06: a page opens where its code, or its very path, is on the caller's list. */
export const opens = ({ permission, path }: Pick<Route, 'permission' | 'path'>, listed: readonly MenuItem[]): boolean =>
  permission === 'public' ||
  permission === 'login' ||
  listed.some(({ code, route }) => code === permission || (route !== '' && routeMatches(route, path) && segments(route) === segments(path)))

/**
 * Which pages of a module the user may open: undefined until the server has said, nothing where it could not say (PERMISSIONS-09).
 * The list is fetched once a module (PERMISSIONS-08).
 */
export function usePageAccess(module: ModuleKey = 'farm'): ((route: Pick<Route, 'permission' | 'path'>) => boolean) | undefined {
  const { tenantId } = useSession()
  const { i18n } = useTranslation()
  const lang = isLanguage(i18n.language) ? i18n.language : undefined
  const menu = useCall(
    userCalls.menuRole,
    { query: { subModule: applicationCode[module], lang } },
    { enabled: tenantId >= 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: (before) => before },
  )
  if (menu.isPending) return undefined
  const listed = menu.data ?? []
  return (route) => opens(route, listed)
}
