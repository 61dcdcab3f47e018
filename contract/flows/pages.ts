import { defineRoute } from '../core/route.ts'
import { FLOWS_READ } from './permission.ts'

const INDEX = '/web/equipment/intelligentControl/index'
const FLOW = '/web/equipment/intelligentControl/flow/:id'
const RUN = '/web/equipment/intelligentControl/run/:id'
const GROUP = '/web/equipment/intelligentControl/group'
const DEVICE_GROUP = '/web/equipment/intelligentControl/device-group'
/** The flows of the selected base. */
export const FLOWS_PATH = INDEX
/** A flow's own page; without an id a new one. */
export const flowPath = (id: number | 'new'): string => FLOW.replace(':id', String(id))
/** What a run did, step by step. */
export const runPath = (id: number): string => RUN.replace(':id', String(id))

const facts = { area: 'flows', module: 'farm', permission: FLOWS_READ } as const
export const pages = [
  defineRoute(INDEX, { ...facts, group: 'control', place: 1, title: 'flows:title' }),
  defineRoute(GROUP, {
    ...facts,
    permission: 'wfpf.farm.equipment.intelligentControl.group',
    group: 'control',
    place: 2,
    title: 'flows:flowGroup.title',
  }),
  defineRoute(DEVICE_GROUP, { ...facts, group: 'control', place: 3, title: 'flows:deviceGroup.title' }),
  defineRoute(FLOW, { ...facts, title: 'flows:flow.title' }),
  defineRoute(RUN, { ...facts, title: 'flows:run.title' }),
] as const
