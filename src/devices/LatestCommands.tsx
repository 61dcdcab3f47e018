import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Command } from '#contract/devices/switch'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { CommandStateMark } from './CommandStateMark.tsx'
import { useCommandLog } from './useCommandLog.ts'
import { useAskedBy } from './useAskedBy.ts'
import { useSaid } from './useSaid.ts'
import { useStatusWords } from './useStatusWords.ts'

const SHOWN = 6

/** The newest rows of a base's control log: what was asked of which switch, by whom, how it ended and why. */
export function LatestCommands({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const log = useCommandLog(areaId, SHOWN)
  if (log.isPending) return <SkeletonList rows={3} height={32} />
  if (log.isError)
    return log.error.failure.status === 403 ? (
      <EmptyState compact variant="pageNoPower" title={t('devices:latest.noPermission')} />
    ) : (
      <ErrorState compact title={t('devices:latest.failed')} error={log.error} onRetry={() => void log.refetch()} />
    )
  if (log.data.content.length === 0) return <EmptyState compact variant="pageNoContain" title={t('devices:latest.none')} />
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
      {log.data.content.map((command) => (
        <Row key={command.id} command={command} />
      ))}
    </Box>
  )
}

function Row({ command }: { command: Command }) {
  const words = useStatusWords(command.switchKind, command.switchName)
  const said = useSaid()
  const askedBy = useAskedBy()
  const what = `${command.deviceName} · ${command.switchName}`
  const why = [askedBy(command), said(command.message)].filter(Boolean).join(' · ')
  return (
    <Stack component="li" direction="row" sx={{ px: 2, py: 0.5, gap: 1.5, justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap title={what}>
          {what}
        </Typography>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {why} · <Age moment={command.createdAt} />
        </Typography>
      </Box>
      <Stack sx={{ alignItems: 'flex-end', flexShrink: 0 }}>
        <Typography variant="body2">{words(command.status)}</Typography>
        <CommandStateMark state={command.state} />
      </Stack>
    </Stack>
  )
}
