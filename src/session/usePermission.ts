import { useEffect } from 'react'
import { useStore } from '#src/createStore.ts'
import { useBelongings } from './belongings.ts'
import { useSession } from './session.ts'

/**
 * Whether the user holds all of these codes in the current tenant: undefined until the server has said. No codes, or empty ones,
 * are always held (PERMISSIONS-03). Questions that components ask at about the same time go out as one call, and each
 * code is asked once (PERMISSIONS-02).
 */
export function usePermission(...codes: readonly (string | null | undefined)[]): boolean | undefined {
  const { tenantId } = useSession()
  const { permissions } = useBelongings()
  const version = useStore(permissions.version)
  const needed = codes.filter((code): code is string => code != null && code !== '')
  const key = needed.join(' ')
  useEffect(() => {
    if (key !== '' && tenantId >= 0) permissions.want(key.split(' '))
  }, [key, tenantId, permissions, version])
  if (needed.some((code) => permissions.get(code) === false)) return false
  return needed.every((code) => permissions.get(code) === true) ? true : undefined
}
