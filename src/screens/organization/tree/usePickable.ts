import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Branches } from './branches.ts'
import type { Pickable } from './PickFromTree.tsx'

/** The people and the units of a tree, as they are picked from a list. */
export function usePickable(branches: Branches): { readonly people: readonly Pickable[]; readonly units: readonly Pickable[] } {
  const { t } = useTranslation()
  return useMemo(() => {
    const nodes = [...branches.nodes.values()]
    const under = t('organization:unit.sheet.under')
    return {
      people: nodes
        .flatMap((node) => (node.is === 'staff' ? [node.person] : []))
        .map(({ userId, realName, title }) => ({ id: userId, label: title === null ? realName : `${realName} · ${title}` })),
      units: nodes
        .flatMap((node) => (node.is === 'unit' ? [node.unit.unitId] : []))
        .map((unitId) => ({ id: unitId, label: branches.path(unitId).join(under) })),
    }
  }, [branches, t])
}
