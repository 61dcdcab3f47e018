import { inMenuOrder } from './core/route.ts'
import { lists } from './lists.ts'

/** Every page of the console, in the order of the menus. The server derives menus from it, src binds each to a screen. */
export const routes = inMenuOrder(Object.values(lists).flatMap(({ pages }) => [...pages]))

export type RoutePath = (typeof routes)[number]['path']
