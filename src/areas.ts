import { account } from './screens/account/bound.tsx'
import { agriculture } from './screens/agriculture/bound.tsx'
import { alarms } from './screens/alarms/bound.tsx'
import { approvals } from './screens/approvals/bound.tsx'
import { cameras } from './screens/cameras/bound.tsx'
import { devices } from './screens/devices/bound.tsx'
import { farm } from './screens/farm/bound.tsx'
import { flows } from './screens/flows/bound.tsx'
import { frame } from './screens/frame/bound.tsx'
import { home } from './screens/home/bound.tsx'
import { insects } from './screens/insects/bound.tsx'
import { inventory } from './screens/inventory/bound.tsx'
import { map } from './screens/map/bound.tsx'
import { media } from './screens/media/bound.tsx'
import { news } from './screens/news/bound.tsx'
import { notices } from './screens/notices/bound.tsx'
import { organization } from './screens/organization/bound.tsx'
import { panoramas } from './screens/panoramas/bound.tsx'

/** What each area binds to its pages, a line an area. */
export const areas = {
  account,
  agriculture,
  alarms,
  approvals,
  cameras,
  devices,
  farm,
  flows,
  frame,
  home,
  insects,
  inventory,
  map,
  media,
  news,
  notices,
  organization,
  panoramas,
} as const
