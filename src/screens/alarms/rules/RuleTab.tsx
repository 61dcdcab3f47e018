import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LibraryIcon from '@mui/icons-material/LibraryAddOutlined'
import NotificationsIcon from '@mui/icons-material/NotificationsNoneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { rulePath } from '#contract/alarms/pages'
import { ALARM_RULES_EDIT } from '#contract/alarms/permission'
import { type AlarmRule, alarmRuleCalls } from '#contract/alarms/rule'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { describeHeld } from '#src/alarms/describeCondition.ts'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { MANAGE } from '../tabs.ts'
import { ReadyDialog } from './ReadyDialog.tsx'
import { useRuleActs } from './useRuleActs.ts'

/** The rules that raise alarms in a base: each is switched on and off here, made from the library or written. */
export function RuleTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useAlarmWords()
  const acts = useRuleActs()
  const mayEdit = usePermission(ALARM_RULES_EDIT) === true
  const [choosing, setChoosing] = useState(false)
  const list = useCallList(alarmRuleCalls.page, {
    name: 'alarmRules',
    label: t('alarms:tab.rules'),
    filters: [
      { name: 'name', label: t('alarms:rule.name') },
      {
        name: 'enabledFlag',
        label: t('alarms:rule.watching'),
        options: [
          { value: '1', label: t('alarms:rule.on') },
          { value: '0', label: t('alarms:rule.notOn') },
        ],
      },
    ],
    asks: ({ name, enabledFlag }) => ({
      areaId,
      ...(name ? { name: name.slice(0, 60) } : {}),
      ...(enabledFlag === '0' || enabledFlag === '1' ? { enabledFlag: Number(enabledFlag) } : {}),
    }),
    failed: t('alarms:rule.failed'),
    none: { title: t('alarms:rule.none'), text: t('alarms:rule.noneText') },
  })
  const columns: Column<AlarmRule>[] = [
    {
      name: 'enabled',
      label: t('alarms:rule.watching'),
      width: 96,
      cell: (row) => (
        <Switch
          checked={row.enabledFlag === 1}
          disabled={!mayEdit}
          slotProps={{ input: { 'aria-label': t('crud:pair', { one: t('alarms:rule.watching'), two: row.name }) } }}
          onClick={(event) => event.stopPropagation()}
          onChange={(_, on) => void acts.enable(row, on)}
        />
      ),
    },
    {
      name: 'name',
      label: t('alarms:rule.name'),
      width: 180,
      grow: true,
      cell: (row) => (
        <NameCell name={row.name}>
          <Box sx={{ display: { xs: 'block', md: 'none' } }}>
            <SeverityMark severity={row.severity} />
          </Box>
        </NameCell>
      ),
    },
    {
      name: 'severity',
      label: t('alarms:column.severity'),
      width: 120,
      hidden: 'narrow',
      cell: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      name: 'when',
      label: t('alarms:rule.when'),
      width: 280,
      grow: true,
      hidden: 'narrow',
      cell: ({ when, holdSeconds }) => (
        <Typography variant="body2" sx={{ whiteSpace: 'normal', py: 0.5 }}>
          {describeHeld(when, holdSeconds, words)}
        </Typography>
      ),
    },
    {
      name: 'devices',
      label: t('alarms:rule.devices'),
      width: 150,
      hidden: 'narrow',
      cell: ({ devices, unknown }) =>
        unknown > 0 ? t('alarms:rule.devicesUnknown', { devices, unknown }) : t('alarms:rule.deviceCount', { count: devices }),
    },
    { name: 'active', label: t('alarms:rule.active'), width: 90, align: 'right', cell: ({ active }) => active },
  ]
  const open = ({ id }: AlarmRule) => void navigate(rulePath(id))
  const actions: RowAction<AlarmRule>[] = [
    { name: 'edit', label: t('crud:edit'), icon: <EditIcon />, may: mayEdit, run: open },
    {
      name: 'alarms',
      label: t('alarms:rule.itsAlarms'),
      icon: <NotificationsIcon />,
      run: ({ id }) => void navigate(`${MANAGE}?standing=all&ruleId=${id}`),
    },
    { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, may: mayEdit, run: (row) => void acts.remove(row) },
  ]
  const buttons = mayEdit && (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <Button variant="outlined" startIcon={<LibraryIcon />} onClick={() => setChoosing(true)}>
        {t('alarms:library.open')}
      </Button>
      <AddButton component={Link} to={rulePath('new')}>
        {t('alarms:rule.new')}
      </AddButton>
    </Stack>
  )
  return (
    <>
      <CallList {...list} buttons={buttons} columns={columns} actions={actions} onOpen={open} />
      {choosing && <ReadyDialog areaId={areaId} onClose={() => setChoosing(false)} />}
    </>
  )
}
