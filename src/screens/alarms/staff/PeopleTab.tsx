import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALARM_STAFF_EDIT } from '#contract/alarms/permission'
import { type AlarmStaff, alarmStaffCalls } from '#contract/alarms/staff'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { useListState } from '#src/ui/useListState.ts'
import { PersonForm } from './PersonForm.tsx'

const NO_FILTERS: readonly string[] = []
const rowId = ({ id }: AlarmStaff) => id

/** Who is told of the alarms of a base, by which channels, and whether they are on duty now. */
export function PeopleTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([alarmStaffCalls.page])
  const mayEdit = usePermission(ALARM_STAFF_EDIT) === true
  const [state, change] = useListState(NO_FILTERS)
  const [opened, open] = useState<AlarmStaff | 'new' | null>(null)
  const { page, size } = state
  const query = useCall(alarmStaffCalls.page, { query: { page, size, areaId } }, { placeholderData: keepPreviousData, staleTime: 0 })
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
      cell: (row) => (
        <Stack sx={{ minWidth: 0, py: 0.5 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {row.name}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' } }}>
            {waysOf(row)}
          </Typography>
        </Stack>
      ),
    },
    { name: 'standing', label: t('alarms:staff.duty'), width: 120, cell: standing },
    { name: 'channels', label: t('alarms:staff.channels'), width: 260, grow: true, hidden: 'narrow', cell: waysOf },
  ]
  const actions: RowAction<AlarmStaff>[] = mayEdit
    ? [
        { name: 'edit', label: t('crud:edit'), icon: <EditIcon />, run: (row) => open(row) },
        { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, run: (row) => void remove(row) },
      ]
    : []
  const button = mayEdit && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => open('new')}>
      {t('alarms:staff.add')}
    </Button>
  )
  return (
    <>
      <CallList
        name="alarmStaff"
        label={t('alarms:staff.tab.people')}
        query={query}
        failed={t('alarms:staff.failed')}
        none={{ title: t('alarms:staff.none'), text: t('alarms:staff.noneText') }}
        lead={t('alarms:staff.peopleLead')}
        buttons={button}
        rowId={rowId}
        columns={columns}
        actions={actions}
        state={state}
        onState={change}
      />
      {opened !== null && (
        <PersonForm
          of={opened === 'new' ? null : opened}
          areaId={areaId}
          onClose={() => open(null)}
          onSaved={() => {
            open(null)
            void query.refetch()
          }}
        />
      )}
    </>
  )
}
