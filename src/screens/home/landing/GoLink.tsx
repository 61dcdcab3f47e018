import Link, { type LinkProps } from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { routeMatches } from '#contract/core/route'
import { routes } from '#contract/routes'

const segments = (path: string) => path.split('/').filter(Boolean).length
/** Whether an address is a page of this console; a file beside it, or another house, is not. */
export const isOwnPage = (address: string): boolean => {
  const [pathname = ''] = address.split(/[?#]/)
  return routes.some(({ path }) => segments(path) === segments(pathname) && routeMatches(path, pathname))
}

/** A link that a tenant gave: a page of the console is walked to, anything else is loaded; `away` opens a new window (HOME-04). */
export function GoLink({
  address,
  away,
  children,
  ...rest
}: { address: string; away: boolean; children: ReactNode } & Omit<LinkProps, 'href'>) {
  const window_ = away ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return isOwnPage(address) ? (
    <Link component={RouterLink} to={address} {...window_} {...rest}>
      {children}
    </Link>
  ) : (
    <Link href={address} {...window_} {...rest}>
      {children}
    </Link>
  )
}
