import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unitCalls } from '#contract/organization/unit'
import { MOST_PLACED } from '#contract/organization/unitKinds'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { type Branches, keyOfUnit, type Node } from './branches.ts'

/** What is done to the tree beside its forms. Each answers whether it was done; a failure shows its tip, and the newest tree is read. */
export function useTreeActs(branches: Branches) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const refresh = () =>
    Promise.all([unitCalls.tree, unitCalls.line].map((one) => queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })))

  /** Puts units and people under a unit, people also among those without a place. */
  async function put(nodes: readonly Node[], unitId: number | null, beforeId: number | null = null): Promise<boolean> {
    const people = nodes.flatMap((node) => (node.is === 'staff' ? [node.person] : []))
    for (let from = 0; from < people.length; from += MOST_PLACED) {
      const some = people.slice(from, from + MOST_PLACED).map(({ userId, objectVersionNumber }) => ({ userId, objectVersionNumber }))
      if (isFailure(await call(unitCalls.place, { body: { unitId, people: some } }))) {
        await refresh()
        return false
      }
    }
    for (const node of nodes) {
      if (node.is !== 'unit' || unitId === null) continue
      const body = { unitId: node.unit.unitId, parentId: unitId, beforeId, objectVersionNumber: node.unit.objectVersionNumber }
      if (isFailure(await call(unitCalls.move, { body }))) {
        await refresh()
        return false
      }
    }
    const parent = branches.unit(unitId)?.name ?? t('organization:unit.unplaced')
    if (nodes.length > 0) toast('success', t('organization:unit.done.moved', { name: nodes.map(({ name }) => name).join(', '), parent }))
    await refresh()
    return true
  }

  /** One step up or down among its sisters. */
  async function shift(node: Node, step: -1 | 1): Promise<void> {
    if (node.is !== 'unit' || node.unit.parentId === null) return
    const sisters = branches.under(keyOfUnit(node.unit.parentId)).flatMap((key) => {
      const one = branches.nodes.get(key)!
      return one.is === 'unit' ? [one.unit.unitId] : []
    })
    const to = sisters.indexOf(node.unit.unitId) + step
    if (to < 0 || to >= sisters.length) return
    const beforeId = sisters[step < 0 ? to : to + 1] ?? null
    const { unitId, parentId, objectVersionNumber } = node.unit
    await call(unitCalls.move, { body: { unitId, parentId, beforeId, objectVersionNumber } })
    await refresh()
  }

  async function remove(node: Node): Promise<boolean> {
    if (node.is !== 'unit') return false
    const { name, unitId, objectVersionNumber } = node.unit
    const isSure = await confirm({
      title: t('organization:unit.removeTitle', { name }),
      text: t('organization:unit.removeText'),
      confirm: t('organization:unit.remove'),
      color: 'error',
    })
    if (!isSure) return false
    const answer = await call(unitCalls.remove, { body: { unitId, objectVersionNumber } })
    await refresh()
    if (isFailure(answer)) return false
    toast('success', t('organization:unit.done.removed', { name }))
    return true
  }
  return { put, shift, remove, refresh }
}
