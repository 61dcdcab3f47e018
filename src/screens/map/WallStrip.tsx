import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { deviceFaces } from '#contract/devices/deviceType'
import { type Command, isEnd, switchCalls, type SwitchKind } from '#contract/devices/switch'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { LiveNumber } from '#src/live/LiveNumber.tsx'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { isAbnormal } from '#src/map/describeDevice.ts'
import { LayerGlyph } from '#src/map/LayerGlyph.tsx'
import { useBoardVersion } from '#src/map/useDeviceBoard.ts'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { HealthMark } from './HealthMark.tsx'
import type { FarmData } from './useFarmData.ts'

const ABNORMAL_LIMIT = 8
const READING_LIMIT = 12
const COMMAND_LIMIT = 6

/** The wall's strip: what needs attention first, then key readings and the latest commands; below the map on a phone. */
export function WallStrip({
  areaId,
  board,
  data,
  goTo,
}: {
  areaId: number
  board: DeviceBoard
  data: Pick<FarmData, 'known' | 'devicesError'>
  goTo: (at: number) => void
}) {
  const { t } = useTranslation()
  useBoardVersion(board)
  const places = [...board.devices.keys()]
  const abnormal = places.filter((at) => isAbnormal(board.state(at)))
  const readings = places.filter((at) => board.devices[at]!.main != null)
  const unknown = data.devicesError ? <Quiet>{t('map:notice.devicesFailed')}</Quiet> : <SkeletonList rows={3} />
  return (
    <Box
      component="aside"
      aria-label={t('map:wall.panel')}
      sx={{
        width: { xs: '100%', md: 340, xl: 400 },
        height: { xs: '42%', md: 'auto' },
        flexShrink: 0,
        overflowY: 'auto',
        borderLeft: { md: 1 },
        borderTop: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <Section title={t('map:wall.abnormal')} count={abnormal.length}>
        {data.known ? abnormal.length === 0 && <Quiet>{t('map:wall.allWell')}</Quiet> : unknown}
        {abnormal.slice(0, ABNORMAL_LIMIT).map((at) => (
          <Row key={board.devices[at]!.id} board={board} at={at} onClick={() => goTo(at)}>
            <HealthMark state={board.state(at)} />
          </Row>
        ))}
      </Section>
      <Section title={t('map:wall.readings')}>
        {data.known ? readings.length === 0 && <Quiet>{t('map:wall.noReadings')}</Quiet> : unknown}
        {readings.slice(0, READING_LIMIT).map((at) => (
          <Row key={board.devices[at]!.id} board={board} at={at} onClick={() => goTo(at)} />
        ))}
      </Section>
      <Commands areaId={areaId} board={board} />
    </Box>
  )
}

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ borderBottom: 1, borderColor: 'divider', pb: 1 }}>
      <Typography id={id} variant="h3" component="h2" sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
        {title}
        {count != null && count > 0 && (
          <Box component="span" sx={{ ml: 1, color: 'status.warn', fontVariantNumeric: 'tabular-nums' }}>
            {count}
          </Box>
        )}
      </Typography>
      {children}
    </Box>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ px: 2, py: 0.5, color: 'text.secondary' }}>
    {children}
  </Typography>
)

/** One device: what it measures, its live value, and how old that is. A click shows it on the map. */
function Row({ board, at, onClick, children }: { board: DeviceBoard; at: number; onClick: () => void; children?: ReactNode }) {
  const device = board.devices[at]!
  const state = board.state(at)
  const { main } = device
  return (
    <ButtonBase
      onClick={onClick}
      sx={{
        width: '100%',
        px: 2,
        py: 0.5,
        gap: 1.25,
        textAlign: 'left',
        justifyContent: 'flex-start',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <LayerGlyph layer={deviceFaces[device.deviceType].layer} fontSize="small" color="action" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {device.name}
        </Typography>
        <Typography variant="caption" noWrap component="div" sx={{ color: 'text.secondary' }}>
          {main?.name ?? device.landName}
        </Typography>
      </Box>
      <Stack sx={{ alignItems: 'flex-end', flexShrink: 0 }}>
        {main && (
          <Typography
            component="span"
            variant="subtitle2"
            sx={{ whiteSpace: 'nowrap', color: state.outside ? 'status.alarm' : 'text.primary' }}
          >
            <LiveNumber areaId={device.areaId} itemId={main.itemId} reportingPeriod={device.reportingPeriod} initial={main} /> {main.unit}
          </Typography>
        )}
        {children ?? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <Age moment={state.readAt} />
          </Typography>
        )}
      </Stack>
    </ButtonBase>
  )
}

/** The latest commands of the base, read again whenever a command moves. */
function Commands({ areaId, board }: { areaId: number; board: DeviceBoard }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const queries = useQueryClient()
  const kinds = useMemo(
    () => new Map(board.devices.flatMap(({ switches: own }) => own.map(({ switchId, kind }) => [switchId, kind] as const))),
    [board],
  )
  const switches = useLiveArea(areaId)?.switches
  const log = useCall(
    switchCalls.log,
    { params: { t: tenantId }, query: { page: 1, size: COMMAND_LIMIT, areaId } },
    { enabled: tenantId >= 0 },
  )
  useEffect(() => {
    const states = new Map<number, string>()
    const subscription = switches?.changes$.subscribe((keys) => {
      let moved = false
      for (const key of keys) {
        const command = switches.get(key)?.command
        const state = command ? `${command.id} ${command.state}` : ''
        if (states.get(key) !== state && state !== '') moved = true
        states.set(key, state)
      }
      if (moved) void queries.invalidateQueries({ queryKey: queryKeyOf(switchCalls.log) })
    })
    return () => subscription?.unsubscribe()
  }, [switches, queries])
  return (
    <Section title={t('map:wall.commands')}>
      {log.isPending && <SkeletonList rows={2} height={32} />}
      {log.isError &&
        (log.error.failure.status === 403 ? (
          <EmptyState compact variant="noPermission" title={t('map:wall.noCommandsPermission')} />
        ) : (
          <ErrorState compact error={log.error} onRetry={() => void log.refetch()} />
        ))}
      {log.isSuccess && log.data.content.length === 0 && <Quiet>{t('map:wall.noCommands')}</Quiet>}
      {log.data?.content.map((command) => (
        <CommandRow key={command.id} command={command} kind={kinds.get(command.switchId ?? -1) ?? 'ordinary'} />
      ))}
    </Section>
  )
}

function CommandRow({ command, kind }: { command: Command; kind: SwitchKind }) {
  const { t } = useTranslation()
  const bad = isEnd(command.state) && command.state !== 'observed'
  return (
    <Stack direction="row" sx={{ px: 2, py: 0.5, gap: 1.5, justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {command.deviceName} · {command.switchName}
        </Typography>
        <Typography variant="caption" component="div" noWrap sx={{ color: 'text.secondary' }}>
          {command.author ?? t('map:wall.system')} · <Age moment={command.createdAt} />
        </Typography>
      </Box>
      <Stack sx={{ alignItems: 'flex-end', flexShrink: 0 }}>
        <Typography variant="body2">{t(asWordKey(`devices:status.${kind}.${command.status}`)) as string}</Typography>
        <Typography variant="caption" sx={{ color: bad ? 'status.warn' : isEnd(command.state) ? 'text.secondary' : 'info.main' }}>
          {t(`devices:commandState.${command.state}`)}
        </Typography>
      </Stack>
    </Stack>
  )
}
