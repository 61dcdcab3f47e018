import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceGroup, flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { FLOWS_EDIT } from '#contract/flows/permission'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { toast } from '#src/ui/toast.ts'
import { DeviceGroupForm } from './DeviceGroupForm.tsx'
import { useDeviceGroupColumns } from './useDeviceGroupColumns.tsx'

/** The device groups of the selected base. */
export default function DeviceGroupPage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('flows:deviceGroup.title')} lead={t('flows:deviceGroup.lead')}>
      {(area) => <DeviceGroups key={area.areaId} areaId={area.areaId} areaName={area.areaName} />}
    </BaseGate>
  )
}

function DeviceGroups({ areaId, areaName }: { areaId: number; areaName: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([flowDeviceGroupCalls.page])
  const mayEdit = usePermission(FLOWS_EDIT) === true
  const [editing, setEditing] = useState<DeviceGroup | 'new' | null>(null)
  const list = useCallList(flowDeviceGroupCalls.page, {
    name: 'flowDeviceGroups',
    label: t('flows:deviceGroup.title'),
    filters: [{ name: 'name', label: t('flows:deviceGroup.find') }],
    asks: ({ name }) => ({ areaId, ...(name ? { name: name.slice(0, 60) } : {}) }),
    failed: t('flows:deviceGroup.failed'),
    none: { title: t('flows:deviceGroup.none'), text: t('flows:deviceGroup.noneText') },
  })
  const columns = useDeviceGroupColumns()
  const remove = async (of: DeviceGroup) => {
    if (of.flows > 0) return toast('warning', t('flows:deviceGroup.removeUsed', { count: of.flows }))
    const question = { title: t('flows:deviceGroup.removeTitle', { name: of.name }), text: t('flows:deviceGroup.removeText') }
    if (!(await confirm({ ...question, confirm: t('crud:delete'), color: 'error' }))) return
    settle(await call(flowDeviceGroupCalls.remove, { params: { id: of.id } }, { quiet: true }), t('crud:deleted'))
  }
  const actions: RowAction<DeviceGroup>[] = [
    { name: 'edit', label: t('crud:edit'), icon: <EditIcon />, may: mayEdit, run: setEditing },
    { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, may: mayEdit, run: (row) => void remove(row) },
  ]
  const add = mayEdit && <AddButton onClick={() => setEditing('new')}>{t('flows:deviceGroup.add')}</AddButton>
  return (
    <Page title={t('flows:deviceGroup.title')} lead={t('crud:pair', { one: areaName, two: t('flows:deviceGroup.lead') })}>
      <CallList {...list} buttons={add} columns={columns} actions={actions} {...(mayEdit ? { onOpen: setEditing } : {})} />
      {editing !== null && (
        <DeviceGroupForm
          key={editing === 'new' ? 'new' : editing.id}
          areaId={areaId}
          of={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void list.query.refetch()
          }}
        />
      )}
    </Page>
  )
}
