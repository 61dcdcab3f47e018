import { longText, neededReference, neededText, setting, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'

/** Where a flow stands in no group. */
export const MIDDLE_PRIORITY = 5

/**
 * Flows that belong together. Of two flows that want the same circuit the one whose group has the smaller `priority` (1 to 9) has it; of an
 * exclusive group one flow runs at a time.
 */
export const flowGroup = defineResource({
  trail: 'flowGroup',
  name: 'flowGroup',
  area: 'flows',
  path: '/wfpe/v1/{t}/intelligent/group',
  idName: 'groupId',
  shape: 'path',
  title: 'name',
  code: 'wfpf.farm.equipment.intelligentControl.group',
  offeredTo: ['wfpf.farm.equipment.intelligentControl', 'wfpf.farm.equipment.intelligentControl.ps.edit'],
  searchable: ['name'],
  fields: {
    name: neededText(60),
    areaId: neededReference('area'),
    priority: setting('', 1, 9, MIDDLE_PRIORITY),
    exclusiveFlag: switchedFlag(0),
    note: longText(500),
  },
})
