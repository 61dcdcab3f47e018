import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceGroup } from '#contract/flows/deviceGroup'
import { spanText } from '#src/alarms/describeCondition.ts'
import { listText } from '#src/flows/describeTrigger.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'

/** The columns of the list of device groups. */
export function useDeviceGroupColumns(): Column<DeviceGroup>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const rollout = ({ rollout: how, seconds }: DeviceGroup) =>
      [t(`flows:deviceGroup.rollouts.${how}`), how === 'staggered' ? t('flows:deviceGroup.every', { span: spanText(seconds, { t }) }) : '']
        .filter((part) => part !== '')
        .join(' · ')
    const members = (row: DeviceGroup) => (
      <Box sx={{ lineHeight: 1.35, py: 0.5, overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        <div>{t('flows:deviceGroup.memberCount', { count: row.members.length })}</div>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {listText(
            row.members.map(({ switchName, deviceName }) => t('flows:deviceGroup.member', { name: switchName, device: deviceName })),
            { t },
          )}
        </Typography>
      </Box>
    )
    const used = ({ flows }: DeviceGroup) =>
      flows === 0 ? t('flows:deviceGroup.unused') : t('flows:deviceGroup.flowCount', { count: flows })
    const name = (row: DeviceGroup) => (
      <NameCell name={row.name}>
        {row.note !== '' && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {row.note}
          </Typography>
        )}
        <Box sx={{ display: { xs: 'block', md: 'none' }, typography: 'caption' }}>
          <div>{rollout(row)}</div>
          {members(row)}
          <div>{used(row)}</div>
        </Box>
      </NameCell>
    )
    return [
      { name: 'name', label: t('flows:deviceGroup.name'), width: 180, grow: true, cell: name },
      { name: 'rollout', label: t('flows:deviceGroup.rollout'), width: 220, hidden: 'narrow', cell: rollout },
      { name: 'members', label: t('flows:deviceGroup.members'), width: 280, grow: true, hidden: 'narrow', cell: members },
      { name: 'flows', label: t('flows:deviceGroup.flows'), width: 120, hidden: 'narrow', cell: used },
    ]
  }, [t])
}
