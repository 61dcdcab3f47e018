import { useTranslation } from 'react-i18next'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import type { Branches, Node } from './branches.ts'
import { mayPut } from './mayMove.ts'
import { PickFromTree } from './PickFromTree.tsx'
import { usePickable } from './usePickable.ts'

/** Asks where something goes: of all units those under which it may stand. */
export function MoveDialog({
  nodes,
  branches,
  onMove,
  onClose,
}: {
  nodes: readonly Node[]
  branches: Branches
  onMove: (unitId: number) => Promise<boolean>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { units } = usePickable(branches)
  const begun: { unitId: number | null } = { unitId: null }
  const form = useFormWindow({ draft: `move ${nodes.map(({ key }) => key).join(' ')} to`, begun, asks: false, onClose })
  const { unitId } = form.value
  const places = units.filter(({ id }) => nodes.some((node) => mayPut(branches, node, branches.unit(id)!)))
  const save = () => form.send(async () => (unitId !== null && (await onMove(unitId))) || null, null, onClose)
  const title =
    nodes.length === 1
      ? t('organization:unit.moveTitle', { name: nodes[0]!.name })
      : t('organization:unit.movePeople', { count: nodes.length })
  return (
    <FormWindow
      // What was chosen before comes back without a word.
      form={{ ...form, brought: false }}
      title={title}
      send={t('organization:unit.moveHere')}
      ready={unitId !== null}
      onSave={save}
    >
      <PickFromTree label={t('organization:unit.fields.parentId')} options={places} {...form.pick('unitId')} required />
    </FormWindow>
  )
}
