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
  const needed = codes.filter((code): code is string => code != null && code !== '')
  const known = useKnown(needed)
  if (needed.some((code) => known(code) === false)) return false
  return needed.every((code) => known(code) === true) ? true : undefined
}

/** Whether each of these codes is held by itself, where rows need different ones; none is before the server has said. */
export function useHeld(codes: readonly string[]): (code: string) => boolean {
  const known = useKnown(codes)
  return (code) => known(code) === true
}

function useKnown(codes: readonly string[]): (code: string) => boolean | undefined {
  const { tenantId } = useSession()
  const { permissions } = useBelongings()
  const version = useStore(permissions.version)
  const key = codes.join(' ')
  useEffect(() => {
    if (key !== '' && tenantId >= 0) permissions.want(key.split(' '))
  }, [key, tenantId, permissions, version])
  return permissions.get
}
