import { inMenuOrder } from './core/route.ts'
import { pages as approvals } from './approvals/pages.ts'
import { pages as devices } from './devices/pages.ts'
import { pages as farm } from './farm/pages.ts'
import { pages as frame } from './frame/pages.ts'
import { pages as home } from './home/pages.ts'
import { pages as inventory } from './inventory/pages.ts'
import { pages as map } from './map/pages.ts'
import { pages as organization } from './organization/pages.ts'
import { pages as session } from './session/pages.ts'

/** A line an area. */
const pages = {
  approvals,
  devices,
  farm,
  frame,
  home,
  inventory,
  map,
  organization,
  session,
}

/** Every page of the console, in the order of the menus. The server derives menus from it, src binds each to a screen. */
export const routes = inMenuOrder(Object.values(pages).flat())

export type RoutePath = (typeof routes)[number]['path']
