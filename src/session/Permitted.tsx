import type { ReactNode } from 'react'
import { usePermission } from './usePermission.ts'

/** Shows its children only to who holds every code; an empty code lets everybody through (PERMISSIONS-04). */
export function Permitted({
  code,
  children,
  otherwise = null,
}: {
  code?: string | readonly string[] | null
  children: ReactNode
  otherwise?: ReactNode
}) {
  const codes = code == null ? [] : typeof code === 'string' ? [code] : code
  return usePermission(...codes) === true ? children : otherwise
}
