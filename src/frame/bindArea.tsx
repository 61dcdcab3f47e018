import type { SvgIconComponent } from '@mui/icons-material'
import type { ComponentType, FunctionComponent } from 'react'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import type { DeviceWindows } from './openers.tsx'

/**
 * What stands at a route: a page inside the frame, a page that has the window to itself, another route, the way into its module (the pane of it
 * that was shown last, else the first page of its menu), or a document of its own
 * (the sign-in page and the pages of visitors are other entries of the build).
 */
export type Screen =
  | { readonly at: 'frame' | 'window'; readonly Page: ComponentType }
  | { readonly at: 'redirect'; readonly to: string }
  | { readonly at: 'entry' }
  | { readonly at: 'document' }

export const inFrame = (load: () => Promise<{ default: FunctionComponent }>): Screen => ({ at: 'frame', Page: lazyPart(load) })
export const inWindow = (load: () => Promise<{ default: FunctionComponent }>): Screen => ({ at: 'window', Page: lazyPart(load) })

/** What an area binds to the pages that the contract declares; each screen is fetched when it is first drawn. */
export interface BoundArea {
  readonly screens: Readonly<Record<string, Screen>>
  /** The picture of a page in menus, tabs and search; the pages below it have the same. */
  readonly pictures?: Readonly<Record<string, SvgIconComponent>>
  /** The windows that a marker or card opens, so that no area imports another one's screens. */
  readonly windows?: DeviceWindows
}

export const bindArea = <const Given extends BoundArea>(given: Given): Given => given
