import { defineRoute, type Route } from '../core/route.ts'
import { type DevicePageName, devicePages } from './deviceType.ts'

/** Cameras are listed by an area of their own. */
export type ListedPage = Exclude<DevicePageName, 'camera'>
export type ListPath = `/web/equipment/${ListedPage}`
/** The page of one device stands below the list that it is found in: its code opens it, and its tab says whose it is. */
export type InfoPath = `${ListPath}/info/:id`
export const listPathOf = <Name extends DevicePageName>(name: Name) => `/web/equipment/${name}` as const
/** Where a device has its page: what the map, quick find and a QR code lead to. */
export const devicePath = (page: DevicePageName, id: number): string => `${listPathOf(page)}/info/${id}`

export const LISTED_PAGES = (Object.keys(devicePages) as DevicePageName[]).filter((name): name is ListedPage => name !== 'camera')

/** The administrator's list over all types and bases, and the labels of chosen devices as a sheet to print: `?ids=1,2`. */
const MANAGER = '/system/deviceManager'
export const LABELS = '/system/deviceManager/labels'
/** Opens both. */
export const MANAGER_CODE = 'wfpf.company.config.deviceManager'

/** Of each page that lists devices, the list and the page of one device; and the list of all of them. */
export const pages: readonly Route<ListPath | InfoPath | typeof MANAGER | typeof LABELS>[] = [
  defineRoute(MANAGER, {
    area: 'devices',
    module: 'company',
    permission: MANAGER_CODE,
    group: 'maintenance',
    place: 5,
    title: 'devices:manager.title',
  }),
  // A window of its own; its code is one of the company's.
  defineRoute(LABELS, { area: 'devices', module: 'company', permission: MANAGER_CODE, title: 'devices:labels.title' }),
  ...LISTED_PAGES.flatMap((name) => listAndPageOf(name)),
]

function listAndPageOf(name: ListedPage): Route<ListPath | InfoPath>[] {
  const { code, group, place, cached } = devicePages[name]
  const facts = { area: 'devices', module: 'farm', permission: code, cached, title: `devices:page.${name}.title` } as const
  return [
    defineRoute(listPathOf(name), { ...facts, group, place }),
    defineRoute(`${listPathOf(name)}/info/:id`, { ...facts, cached: true, title: `devices:page.${name}.one` }),
  ]
}
