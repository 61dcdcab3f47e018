import { useQueryClient } from '@tanstack/react-query'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import HistoryIcon from '@mui/icons-material/History'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aeratorCalls, type Pump } from '#contract/devices/aerator'
import { isEnd } from '#contract/devices/command'
import { meaningOf, runOf } from '#contract/devices/deviceType'
import type { ManualHold } from '#contract/devices/manualHold'
import type { RunHours } from '#contract/devices/runHours'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { usePump } from '#src/live/usePump.ts'
import { isOfCommand, useSwitchCommand } from '#src/live/useSwitchCommand.ts'
import type { PumpHealth } from '#streams/devices/aerators'
import { describeCommand } from '#src/devices/describeCommand.ts'
import { CommandLadder } from '#src/devices/CommandLadder.tsx'
import { CommandWords } from '../switches/CommandWords.tsx'
import { ControlLog } from '../switches/ControlLog.tsx'
import { RanFor } from '../switches/RanFor.tsx'
import { StateHistory } from '../switches/StateHistory.tsx'
import { Held } from '../switches/Held.tsx'
import { Named, Stated } from '../switches/Stated.tsx'
import { SwitchControls } from '../switches/SwitchControls.tsx'
import { useClimbs } from '../switches/useClimbs.ts'
import { useCommandTips } from '../switches/useCommandTips.ts'

const faults = {
  lostContact: { icon: LinkOffIcon, color: 'status.lost' },
  normal: { icon: CheckCircleIcon, color: 'status.normal' },
  abnormal: { icon: WarningIcon, color: 'status.alarm' },
} as const satisfies Record<PumpHealth, { icon: typeof WarningIcon; color: string }>

/** One pump: whether it runs, whether it is well, and its switch with the ladder. */
export function PumpRow({
  of,
  areaId,
  mayControl,
  ran,
  hold,
  onPage,
  onEdit,
  onRemove,
}: {
  of: Pump
  areaId: number
  mayControl: boolean
  ran: RunHours | undefined
  hold: ManualHold | undefined
  onPage: boolean
  onEdit?: () => void
  onRemove?: () => void
}) {
  const [logOpen, setLogOpen] = useState(false)
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const words = useStatusWords('aerator', of.name)
  const command = useSwitchCommand(areaId, of.id, 'pump', {
    status: of.statusFlag === null ? null : of.statusFlag ? 1 : 0,
    ts: of.ts,
    command: of.command,
  })
  const ask = useCommandTips(command)
  const climb = useClimbs(areaId, of.id, of.command)
  const { health, fault } = usePump(areaId, of)
  const meaning = meaningOf('aerator_ii', `fault${of.node}`, fault)
  const word = t(`devices:aerator.${health === 'lostContact' ? 'lost' : health}`)
  const { icon: Icon, color } = faults[health]
  useEffect(() => {
    if (climb.state !== null && isEnd(climb.state)) void queryClient.invalidateQueries({ queryKey: queryKeyOf(aeratorCalls.pumps) })
  }, [climb.id, climb.state, queryClient])
  return (
    <Box component="li" aria-label={of.name} sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', listStyle: 'none' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          columnGap: 2,
          alignItems: 'center',
          gridTemplateColumns: { xs: '1fr auto', md: 'minmax(180px, 1fr) 160px 130px auto minmax(160px, 1.2fr) auto' },
        }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0 }}>
          {of.icon !== null && <Box component="img" src={of.icon} alt="" sx={{ width: 32, height: 32, objectFit: 'contain' }} />}
          <Box sx={{ minWidth: 0 }}>
            <Named name={of.name} kind={t('devices:aerator.pump', { node: of.node })} />
            <Held hold={hold} />
          </Box>
        </Stack>
        <Stated words={words(command.status)} on={command.status === 1 && health !== 'lostContact'} ts={command.ts} until={of.runsUntil} />
        <Typography
          variant="body2"
          component="span"
          sx={{ color, display: 'inline-flex', gap: 0.5, alignItems: 'center', fontWeight: 600 }}
        >
          <Icon aria-hidden sx={{ fontSize: 16 }} />
          {meaning === null ? word : t('crud:pair', { one: word, two: t(asWordKey(`devices:says.${meaning}`)) as string })}
        </Typography>
        <Box sx={{ justifySelf: { xs: 'end', md: 'start' } }}>
          {mayControl && (
            <SwitchControls
              kind="aerator"
              name={of.name}
              command={command}
              run={runOf('aerator_ii', 'aerator')}
              switchId={of.id}
              hold={hold}
              longestRun={of.longestRun}
              started={of.command}
              onAsk={ask}
            />
          )}
        </Box>
        <CommandWords kind="aerator" name={of.name} command={command} />
        {onPage && (
          <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
            {onEdit && (
              <IconButton
                aria-label={t('crud:pair', { one: t('devices:control.rename'), two: of.name })}
                onClick={onEdit}
                sx={{ minWidth: 44, minHeight: 44 }}
              >
                <EditIcon fontSize="small" />
              </IconButton>
            )}
            {onRemove && (
              <IconButton
                aria-label={t('crud:pair', { one: t('devices:aerator.remove'), two: of.name })}
                onClick={onRemove}
                sx={{ minWidth: 44, minHeight: 44 }}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            )}
            <IconButton
              aria-label={t('crud:pair', { one: t('devices:control.log'), two: of.name })}
              aria-expanded={logOpen}
              onClick={() => setLogOpen(!logOpen)}
              sx={{ minWidth: 44, minHeight: 44 }}
            >
              <HistoryIcon fontSize="small" />
            </IconButton>
          </Stack>
        )}
        <RanFor of={ran} />
      </Box>
      {climb.state !== null && isOfCommand(command, climb.id) && (
        <Box sx={{ mt: 0.75 }}>
          <CommandLadder rungs={describeCommand(climb.state, climb.climbs)} />
        </Box>
      )}
      {logOpen && (
        <Box sx={{ pt: 1, display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(260px, 1fr) minmax(0, 2fr)' } }}>
          <StateHistory switchId={of.id} kind="aerator" name={of.name} status={command.status} />
          <ControlLog of={{ switchId: of.id }} />
        </Box>
      )}
    </Box>
  )
}
