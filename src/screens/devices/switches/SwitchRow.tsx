import { useQueryClient } from '@tanstack/react-query'
import EditIcon from '@mui/icons-material/EditOutlined'
import HistoryIcon from '@mui/icons-material/History'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEnd } from '#contract/devices/command'
import { type DeviceType, runOf } from '#contract/devices/deviceType'
import type { ManualHold } from '#contract/devices/manualHold'
import type { Meter } from '#contract/devices/meter'
import type { RunHours } from '#contract/devices/runHours'
import { type DeviceSwitch, switchCalls } from '#contract/devices/switch'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { isOfCommand, useSwitchCommand } from '#src/live/useSwitchCommand.ts'
import { momentText } from '#src/time/moment.ts'
import { describeCommand } from '#src/devices/describeCommand.ts'
import { CommandLadder } from '#src/devices/CommandLadder.tsx'
import { CommandWords } from './CommandWords.tsx'
import { ControlLog } from './ControlLog.tsx'
import { StateHistory } from './StateHistory.tsx'
import { Held } from './Held.tsx'
import { SwitchControls } from './SwitchControls.tsx'
import { RanFor } from './RanFor.tsx'
import { Named, Stated } from './Stated.tsx'
import { Metered } from './VolumeChoice.tsx'
import { useClimbs } from './useClimbs.ts'
import { useCommandTips } from './useCommandTips.ts'

/**
 * One switch: the state its device confirmed and since when, the control, the ladder of the newest command rung by rung, who asked it,
 * and behind a button what it was before and the log.
 */
export function SwitchRow({
  of,
  areaId,
  deviceType,
  mayControl,
  meter,
  ran,
  hold,
  onEdit,
}: {
  of: DeviceSwitch
  areaId: number
  deviceType: DeviceType
  mayControl: boolean
  meter?: Meter | undefined
  ran?: RunHours | undefined
  hold?: ManualHold | undefined
  onEdit?: () => void
}) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const words = useStatusWords(of.type, of.name)
  const askedBy = useAskedBy()
  const command = useSwitchCommand(areaId, of.id, { eui: of.eui, circuit: of.circuit }, of)
  const ask = useCommandTips(command)
  const climb = useClimbs(areaId, of.id, of.command)
  const [logOpen, setLogOpen] = useState(false)
  const ended = climb.state !== null && isEnd(climb.state)

  // The record knows who asked and when each rung was reached, also of what another page asked.
  useEffect(() => {
    if (climb.id === null || (of.command?.id === climb.id && of.command.state === climb.state)) return
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(switchCalls.list) })
    if (ended) void queryClient.invalidateQueries({ queryKey: queryKeyOf(switchCalls.log) })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a move of the command asks for its record again
  }, [climb.id, climb.state])

  // Beside the rungs of one command never stands who asked another.
  const last = of.command?.id === climb.id ? of.command : null
  return (
    <Box component="li" aria-label={of.name} sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', listStyle: 'none' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          columnGap: 2,
          alignItems: 'center',
          gridTemplateColumns: { xs: '1fr auto', md: 'minmax(160px, 1fr) 165px 290px minmax(180px, 1.2fr) auto' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Named name={of.name} kind={`${t('devices:control.circuit', { circuit: of.circuit })} · ${t(`devices:switchKind.${of.type}`)}`} />
          {meter?.run && <Metered run={meter.run} />}
          <Held hold={hold} />
        </Box>
        <Stated words={words(command.status)} on={command.status !== null && command.status !== 0} ts={command.ts} until={of.runsUntil} />
        <Box sx={{ gridColumn: { xs: '1 / 2', md: 'auto' } }}>
          {mayControl && (
            <SwitchControls
              kind={of.type}
              name={of.name}
              command={command}
              run={runOf(deviceType, of.type)}
              meter={meter}
              switchId={of.id}
              hold={hold}
              longestRun={of.longestRun}
              started={of.command}
              onAsk={ask}
            />
          )}
        </Box>
        <Box
          sx={{
            minWidth: 0,
            gridRow: { xs: 3, md: 'auto' },
            gridColumn: { xs: '1 / -1', md: 'auto' },
            '&:has(output:empty)': { display: { xs: 'none', md: 'block' } },
          }}
        >
          <CommandWords kind={of.type} name={of.name} command={command} />
        </Box>
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gridRow: { xs: 2, md: 'auto' }, gridColumn: { xs: 2, md: 'auto' } }}>
          {onEdit && (
            <Tooltip title={t('devices:control.rename')}>
              <IconButton size="small" aria-label={t('crud:pair', { one: t('devices:control.rename'), two: of.name })} onClick={onEdit}>
                <EditIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          )}
          <Tooltip title={t('devices:control.log')}>
            <IconButton
              size="small"
              aria-label={t('crud:pair', { one: t('devices:control.log'), two: of.name })}
              aria-expanded={logOpen}
              onClick={() => setLogOpen(!logOpen)}
            >
              <HistoryIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Stack>
        <RanFor of={ran} />
      </Box>
      {climb.state !== null && isOfCommand(command, climb.id) && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, mt: 0.75, alignItems: 'center' }}>
          <CommandLadder rungs={describeCommand(climb.state, climb.climbs)} />
          {last && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('devices:control.last', {
                author: askedBy(last),
                time: momentText(last.createdAt),
                status: words(last.status),
                state: t(`devices:commandState.${last.state}`),
              })}
            </Typography>
          )}
        </Stack>
      )}
      <Collapse in={logOpen} unmountOnExit>
        <Box sx={{ pt: 1, pl: { sm: 2 }, display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(260px, 1fr) minmax(0, 2fr)' } }}>
          <Part title={t('devices:changes.title')}>
            <StateHistory switchId={of.id} kind={of.type} name={of.name} status={command.status} />
          </Part>
          <Part title={t('devices:control.log')}>
            <ControlLog of={{ switchId: of.id }} />
          </Part>
        </Box>
      </Collapse>
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      {children}
    </Box>
  )
}
