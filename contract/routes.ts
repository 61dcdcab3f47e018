import { pages as approvals } from './approvals/pages.ts'
import { pages as devices } from './devices/pages.ts'
import { pages as farm } from './farm/pages.ts'
import { pages as frame } from './frame/pages.ts'
import { pages as home } from './home/pages.ts'
import { pages as inventory } from './inventory/pages.ts'
import { pages as map } from './map/pages.ts'
import { pages as organization } from './organization/pages.ts'
import { pages as session } from './session/pages.ts'

/** Every page of the console, a line an area. The server derives menus from it, src binds each to a screen. */
export const routes = [...approvals, ...devices, ...farm, ...frame, ...home, ...inventory, ...map, ...organization, ...session] as const

export type RoutePath = (typeof routes)[number]['path']
