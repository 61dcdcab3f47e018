import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALARM_STAFF_EDIT } from '#contract/alarms/permission'
import { type AlarmStaff, alarmStaffCalls } from '#contract/alarms/staff'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { PersonForm } from './PersonForm.tsx'

/** Who is told of the alarms of a base, by which channels, and whether they are on duty now. */
export function PeopleTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([alarmStaffCalls.page])
  const mayEdit = usePermission(ALARM_STAFF_EDIT) === true
  const [opened, setOpened] = useState<AlarmStaff | 'new' | null>(null)
  const list = useCallList(alarmStaffCalls.page, {
    name: 'alarmStaff',
    label: t('alarms:staff.tab.people'),
    lead: t('alarms:staff.peopleLead'),
    asks: () => ({ areaId }),
    failed: t('alarms:staff.failed'),
    none: { title: t('alarms:staff.none'), text: t('alarms:staff.noneText') },
  })
  const waysOf = ({ channels }: AlarmStaff) =>
    channels.length === 0
      ? t('alarms:staff.noChannel')
      : [...new Set(channels.map(({ kind }) => t(`alarms:staff.kind.${kind}`)))].join(t('alarms:say.comma'))
  const standing = ({ enabledFlag, onDuty }: AlarmStaff) => t(`alarms:staff.standing.${enabledFlag === 0 ? 'off' : onDuty ? 'on' : 'away'}`)
  const remove = async ({ id, name }: AlarmStaff) => {
    const question = { title: t('crud:deleteOne', { title: name }), text: t('alarms:staff.removeText') }
    if (!(await confirm({ ...question, confirm: t('crud:delete'), color: 'error' }))) return
    settle(await call(alarmStaffCalls.remove, { params: { id } }, { quiet: true }), t('crud:deleted'))
  }
  const columns: Column<AlarmStaff>[] = [
    {
      name: 'name',
      label: t('alarms:staff.name'),
      width: 160,
      grow: true,
      cell: (row) => <NameCell name={row.name} below={waysOf(row)} />,
    },
    { name: 'standing', label: t('alarms:staff.duty'), width: 120, cell: standing },
    { name: 'channels', label: t('alarms:staff.channels'), width: 260, grow: true, hidden: 'narrow', cell: waysOf },
  ]
  const actions: RowAction<AlarmStaff>[] = [
    { name: 'edit', label: t('crud:edit'), icon: <EditIcon />, may: mayEdit, run: (row) => setOpened(row) },
    { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, may: mayEdit, run: (row) => void remove(row) },
  ]
  const button = mayEdit && <AddButton onClick={() => setOpened('new')}>{t('alarms:staff.add')}</AddButton>
  return (
    <>
      <CallList {...list} buttons={button} columns={columns} actions={actions} />
      {opened !== null && (
        <PersonForm
          of={opened === 'new' ? null : opened}
          areaId={areaId}
          onClose={() => setOpened(null)}
          onSaved={() => {
            setOpened(null)
            void list.query.refetch()
          }}
        />
      )}
    </>
  )
}
