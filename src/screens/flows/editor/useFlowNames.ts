import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { approvalCalls } from '#contract/approvals/approval'
import { switchCalls } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import { type DeviceGroup, flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { flowCalls } from '#contract/flows/flow'
import { useDevicesById } from '#src/watch/pick/useDeviceNames.ts'
import { callQuery, useCall } from '#src/api/useCall.ts'
import { orderWord } from '#src/devices/orderWord.ts'
import { useSession } from '#src/session/session.ts'
import type { FlowDraft } from './draft/flowDraft.ts'
import { everyStep } from './draft/steps.ts'

interface Named {
  readonly id: number
  readonly name: string
}
/** A circuit with the device that it belongs to. */
interface Circuit extends Named {
  readonly deviceId: number
  readonly kind: SwitchKind
  /** After so many seconds its device ends by itself what was started; null where it does not say. */
  readonly longestRun: number | null
}
/** A circuit with the type of its device; null where that is not known yet. */
interface TypedCircuit extends Circuit {
  readonly deviceType: string | null
}
/** What a flow names, by id. What is not known (yet, or to this person) is called by its number. */
export interface FlowNames {
  readonly device: (id: number) => string
  readonly circuit: (id: number) => TypedCircuit | undefined
  readonly groups: readonly DeviceGroup[]
  readonly flows: readonly Named[]
  readonly rules: readonly Named[]
  readonly people: readonly Named[]
  /** What a status of a circuit of this kind and name is called. */
  readonly status: (kind: SwitchKind, name: string, status: number) => string
}

const ALL = { page: 1, size: 0 }
const devicesOf = ({ triggers, only, steps }: FlowDraft): number[] => [
  ...triggers.flatMap((one) => (one.kind === 'watch' ? one.logic.deviceIds : [])),
  ...[only, ...everyStep(steps).map(({ step }) => ('checks' in step ? step.checks : step.kind === 'repeat' ? step.until : null))].flatMap(
    (checks) => (checks?.of ?? []).flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId])),
  ),
]
const circuitsOf = ({ steps }: FlowDraft): number[] =>
  everyStep(steps).flatMap(({ step }) => {
    const target = step.kind === 'command' || step.kind === 'makeSafe' ? step.target : null
    return target?.switchId == null ? [] : [target.switchId]
  })

/** Circuits by id, and what their statuses are called. */
export function useCircuits(ids: readonly number[]): {
  of: (id: number) => Circuit | undefined
  all: readonly Circuit[]
  status: FlowNames['status']
} {
  const { t } = useTranslation()
  const found = useQueries({ queries: ids.map((id) => callQuery(switchCalls.details, { params: { id } })) })
  const all = found.flatMap(({ data }): Circuit[] =>
    data ? [{ id: data.id, name: data.name, deviceId: data.concentratorId, kind: data.type, longestRun: data.longestRun }] : [],
  )
  return {
    all,
    of: (id) => all.find((one) => one.id === id),
    status: (kind, name, status) => t(orderWord(kind, name, status)) as string,
  }
}

/** Reads what the devices, circuits, groups, flows, rules and people of a flow are called. */
export function useFlowNames(draft: FlowDraft, areaId: number): FlowNames {
  const { self } = useSession()
  const circuits = useCircuits([...new Set(circuitsOf(draft))])
  const devices = useDevicesById([...new Set([...devicesOf(draft), ...circuits.all.map(({ deviceId }) => deviceId)])])
  const groups = useCall(flowDeviceGroupCalls.page, { query: { ...ALL, areaId } })
  const flows = useCall(flowCalls.page, { query: { ...ALL, areaId } })
  const rules = useCall(
    alarmRuleCalls.page,
    { query: { ...ALL, areaId } },
    { enabled: draft.triggers.some(({ kind }) => kind === 'alarm') },
  )
  const people = useCall(
    approvalCalls.colleagues,
    { query: ALL },
    { enabled: everyStep(draft.steps).some(({ step }) => step.kind === 'notify') },
  )
  return {
    device: (id) => devices.get(id)?.name ?? `#${id}`,
    circuit(id) {
      const one = circuits.of(id)
      return one && { ...one, deviceType: devices.get(one.deviceId)?.deviceType ?? null }
    },
    groups: groups.data?.content ?? [],
    flows: flows.data?.content ?? [],
    rules: rules.data?.content ?? [],
    // Colleagues are the others; a flow may tell its writer too.
    people: [
      ...(self ? [{ id: self.id, name: self.realName }] : []),
      ...(people.data?.content ?? []).flatMap(({ userId, realName }) => (userId === self?.id ? [] : [{ id: userId, name: realName }])),
    ],
    status: circuits.status,
  }
}
