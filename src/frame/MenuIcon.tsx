import type { SvgIconComponent } from '@mui/icons-material'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import YardOutlined from '@mui/icons-material/YardOutlined'
import { createContext, useContext } from 'react'

/** The pictures of pages by their address. */
export type Pictures = Readonly<Record<string, SvgIconComponent>>
const ofModules: Pictures = { '/system': BusinessOutlined, '/inventory': Inventory2Outlined, '/web': YardOutlined }
const Bound = createContext<Pictures>({})
/** Gives the frame the pictures that the areas bind to their pages. */
export const PicturesProvider = Bound.Provider

const stands =
  (path: string) =>
  ([known]: readonly [string, unknown]) =>
    path === known || path.startsWith(`${known}/`)
/** The address whose picture a page has, and the picture: its own, that of the page above it, or that of its module. */
export const pictureOf = (path: string, bound: Pictures) =>
  Object.entries(bound).find(stands(path)) ?? Object.entries(ofModules).find(stands(path)) ?? (['/web', YardOutlined] as const)

export function MenuIcon({ path }: { path: string }) {
  const [, Icon] = pictureOf(path, useContext(Bound))
  return <Icon fontSize="small" aria-hidden />
}
