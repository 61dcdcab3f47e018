import { definitionCalls } from '#contract/approvals/definition'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'

interface Named {
  readonly id: number
  readonly name: string
}
/** Whom and what a flow can name: people, roles and bases of the tenant. Empty until they are known. */
export interface FlowPeople {
  readonly people: readonly Named[]
  readonly roles: readonly Named[]
  readonly areas: readonly Named[]
}

export function useFlowPeople(): FlowPeople {
  const people = useCall(definitionCalls.leaders, { query: { page: 1, size: 0 } })
  const roles = useCall(definitionCalls.roles, {})
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } })
  return {
    people: (people.data?.content ?? []).map(({ userId, realName }) => ({ id: userId, name: realName })),
    roles: (roles.data ?? []).map(({ roleId, roleName }) => ({ id: roleId, name: roleName })),
    areas: (areas.data?.content ?? []).map(({ areaId, areaName }) => ({ id: areaId, name: areaName })),
  }
}
