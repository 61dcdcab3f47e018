import Stack from '@mui/material/Stack'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
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
  const { value: unitId, change, drop } = useDraftState<number | null>(`move ${nodes.map(({ key }) => key).join(' ')}`, null)
  const close = () => {
    drop()
    onClose()
  }
  const [moving, setMoving] = useState(false)
  const places = units.filter(({ id }) => nodes.some((node) => mayPut(branches, node, branches.unit(id)!)))
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (unitId === null || moving) return
    setMoving(true)
    const isDone = await onMove(unitId)
    setMoving(false)
    if (isDone) close()
  }
  const title =
    nodes.length === 1
      ? t('organization:unit.moveTitle', { name: nodes[0]!.name })
      : t('organization:unit.movePeople', { count: nodes.length })
  return (
    <Modal open keepOpen onClose={close} width={480} title={title}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)}>
        <PickFromTree label={t('organization:unit.fields.parentId')} options={places} value={unitId} onChange={change} required />
        <FormEnd saving={moving} send={t('organization:unit.moveHere')} disabled={unitId === null} onCancel={close} />
      </Stack>
    </Modal>
  )
}
