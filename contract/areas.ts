import { agriculture } from './agriculture/contents.ts'
import { alarms } from './alarms/contents.ts'
import { approvals } from './approvals/contents.ts'
import { cameras } from './cameras/contents.ts'
import type { Both } from './core/both.ts'
import type { Contents } from './core/contents.ts'
import { devices } from './devices/contents.ts'
import { farm } from './farm/contents.ts'
import { flows } from './flows/contents.ts'
import { home } from './home/contents.ts'
import { insects } from './insects/contents.ts'
import { inventory } from './inventory/contents.ts'
import { map } from './map/contents.ts'
import { media } from './media/contents.ts'
import { news } from './news/contents.ts'
import { notices } from './notices/contents.ts'
import { organization } from './organization/contents.ts'
import { panoramas } from './panoramas/contents.ts'
import { session } from './session/contents.ts'

/** Every area, a line each: what it brings stands in its own folder. The console reads `routes.ts` and `resources.ts` instead. */
export const areas = {
  agriculture,
  alarms,
  approvals,
  cameras,
  devices,
  farm,
  flows,
  home,
  insects,
  inventory,
  map,
  media,
  news,
  notices,
  organization,
  panoramas,
  session,
} as const

export type AreaName = keyof typeof areas

/** The calls of all areas, by the name of their group. */
export type CallGroups = Both<(typeof areas)[keyof typeof areas]['calls']>

const contents: readonly Contents[] = Object.values(areas)
/** @internal Every name of a change, of all areas: tests go through them. */
export const CHANGES = contents.flatMap(({ changes }) => changes ?? [])
