import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, isEnd, switchCalls, type SwitchKind } from '#contract/devices/switch'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { Quiet, Section } from './WallSection.tsx'

const COMMAND_LIMIT = 6

/** The latest commands of the base, read again whenever a command moves. */
export function WallCommands({ areaId, board }: { areaId: number; board: DeviceBoard }) {
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
          <EmptyState compact variant="pageNoPower" title={t('map:wall.noCommandsPermission')} />
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
  const words = useStatusWords(kind, command.switchName)
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
        <Typography variant="body2">{words(command.status)}</Typography>
        <Typography variant="caption" sx={{ color: bad ? 'status.warn' : isEnd(command.state) ? 'text.secondary' : 'info.main' }}>
          {t(`devices:commandState.${command.state}`)}
        </Typography>
      </Stack>
    </Stack>
  )
}
