import { useMemo } from 'react'
import { alarmCalls } from '#contract/alarms/alarm'
import { ALARMS_READ } from '#contract/alarms/permission'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { landCalls } from '#contract/farm/land'
import { flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { flowCalls } from '#contract/flows/flow'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import type { FlowWords } from './flowWords.ts'
import { namedIn, type Naming } from './namedIn.ts'
import { useBaseDevices } from './useBaseDevices.ts'

const nameIn = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? `#${id}`

/** The words that flows of a base are described in. Only names that the definitions need are asked for, each list once. */
export function useFlowWords(areaId: number, definitions: readonly Naming[]): FlowWords {
  const words = useAlarmWords()
  const named = useMemo(() => namedIn(definitions), [definitions])
  const seesAlarms = usePermission(ALARMS_READ) === true
  const all = { query: { page: 1, size: 0, areaId } }
  const { devices, circuits } = useBaseDevices(areaId, named.devices || named.groups)
  const groups = useCall(flowDeviceGroupCalls.page, all, { enabled: named.groups }).data
  const flows = useCall(flowCalls.page, all, { enabled: named.flows }).data
  const rules = useCall(alarmRuleCalls.page, all, { enabled: named.rules && seesAlarms }).data
  const people = useCall(alarmCalls.people, { query: { areaId } }, { enabled: named.people && seesAlarms }).data
  const plots = useCall(landCalls.page, all, { enabled: named.plots }).data
  return useMemo(() => {
    const circuitOf = new Map(circuits.map((one) => [one.id, one]))
    const groupOf = new Map(groups?.content.map((one) => [one.id, one]))
    return {
      ...words,
      names: {
        device: nameIn(new Map(devices.map(({ id, name }) => [id, name]))),
        circuit: (id) => circuitOf.get(id),
        group: (id) => {
          const group = groupOf.get(id)
          const first = group?.members[0]
          return {
            name: group?.name ?? `#${id}`,
            first: first && { name: first.switchName, deviceName: first.deviceName, kind: first.kind },
          }
        },
        flow: nameIn(new Map(flows?.content.map(({ id, name }) => [id, name]))),
        rule: nameIn(new Map(rules?.content.map(({ id, name }) => [id, name]))),
        person: nameIn(new Map(people?.map(({ id, name }) => [id, name]))),
        plot: nameIn(new Map(plots?.content.map(({ landId, landName }) => [landId, landName]))),
      },
    }
  }, [words, devices, circuits, groups, flows, rules, people, plots])
}
