import { pages as agriculturePages } from './agriculture/pages.ts'
import { pages as alarmsPages } from './alarms/pages.ts'
import { pages as approvalsPages } from './approvals/pages.ts'
import { pages as camerasPages } from './cameras/pages.ts'
import { pages as devicesPages } from './devices/pages.ts'
import { pages as farmPages } from './farm/pages.ts'
import { resources as farmResources } from './farm/resources.ts'
import { pages as flowsPages } from './flows/pages.ts'
import { resources as flowsResources } from './flows/resources.ts'
import { pages as framePages } from './frame/pages.ts'
import { pages as homePages } from './home/pages.ts'
import { resources as homeResources } from './home/resources.ts'
import { pages as insectsPages } from './insects/pages.ts'
import { pages as inventoryPages } from './inventory/pages.ts'
import { resources as inventoryResources } from './inventory/resources.ts'
import { pages as mapPages } from './map/pages.ts'
import { pages as mediaPages } from './media/pages.ts'
import { resources as mediaResources } from './media/resources.ts'
import { pages as newsPages } from './news/pages.ts'
import { resources as newsResources } from './news/resources.ts'
import { pages as noticesPages } from './notices/pages.ts'
import { pages as organizationPages } from './organization/pages.ts'
import { resources as organizationResources } from './organization/resources.ts'
import { pages as panoramasPages } from './panoramas/pages.ts'
import { pages as sessionPages } from './session/pages.ts'

/** The pages and the resources of each area, a line an area: what the console reads with its first load. */
export const lists = {
  agriculture: { pages: agriculturePages, resources: {} },
  alarms: { pages: alarmsPages, resources: {} },
  approvals: { pages: approvalsPages, resources: {} },
  cameras: { pages: camerasPages, resources: {} },
  devices: { pages: devicesPages, resources: {} },
  farm: { pages: farmPages, resources: farmResources },
  flows: { pages: flowsPages, resources: flowsResources },
  frame: { pages: framePages, resources: {} },
  home: { pages: homePages, resources: homeResources },
  insects: { pages: insectsPages, resources: {} },
  inventory: { pages: inventoryPages, resources: inventoryResources },
  map: { pages: mapPages, resources: {} },
  media: { pages: mediaPages, resources: mediaResources },
  news: { pages: newsPages, resources: newsResources },
  notices: { pages: noticesPages, resources: {} },
  organization: { pages: organizationPages, resources: organizationResources },
  panoramas: { pages: panoramasPages, resources: {} },
  session: { pages: sessionPages, resources: {} },
} as const
