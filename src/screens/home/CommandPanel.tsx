import Block from '@mui/icons-material/Block'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmpty'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Command, type CommandState, switchCalls } from '#contract/devices/switch'
import { useCall } from '#src/api/useCall.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

const SHOWN = 6
/** A command of ours moves through its steps within seconds; their ends also come as a change notice. */
const WHILE_MOVING_MS = 3000

const faces = {
  queued: { Icon: HourglassEmpty, color: 'text.secondary' },
  sent: { Icon: HourglassEmpty, color: 'text.secondary' },
  acknowledged: { Icon: HourglassEmpty, color: 'text.secondary' },
  observed: { Icon: CheckCircleOutlined, color: 'status.normal' },
  refused: { Icon: Block, color: 'status.alarm' },
  silent: { Icon: ErrorOutlined, color: 'status.alarm' },
  expired: { Icon: ErrorOutlined, color: 'status.warn' },
} as const satisfies Record<CommandState, { Icon: typeof Block; color: string }>
const moves = (command: Command) => command.state === 'queued' || command.state === 'sent' || command.state === 'acknowledged'

/** The newest rows of the control log: what was asked of which switch, by whom, and how it ended. */
export function CommandPanel({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const input = { params: { t: tenantId }, query: { areaId, page: 1, size: SHOWN } }
  const log = useCall(switchCalls.log, input, {
    refetchInterval: ({ state }) => (state.data?.content.some(moves) === true ? WHILE_MOVING_MS : false),
  })
  return (
    <Section title={t('home:commands.title')} flush>
      {log.isPending && <SkeletonList rows={3} />}
      {log.isError && <ErrorState compact title={t('home:failed.commands')} error={log.error} onRetry={() => void log.refetch()} />}
      {log.data?.content.length === 0 && <EmptyState compact variant="pageNoContain" title={t('home:commands.empty')} />}
      <List dense disablePadding sx={{ pb: 1 }}>
        {log.data?.content.map((command) => {
          const { Icon, color } = faces[command.state]
          // A reason is the server's key, or the device's own words.
          const reason = command.message?.startsWith('notices:') === true ? t(asWordKey(command.message)) : command.message
          const by = command.author == null ? t('home:commands.system') : t('home:commands.by', { name: command.author })
          return (
            <ListItem key={command.id} sx={{ px: 2, alignItems: 'flex-start', gap: 1 }}>
              <ListItemText
                primary={`${command.deviceName} · ${command.switchName}`}
                secondary={[by, reason].filter(Boolean).join(' · ')}
                slotProps={{ primary: { noWrap: true, title: `${command.deviceName} · ${command.switchName}` } }}
              />
              <Stack sx={{ alignItems: 'flex-end', pt: 0.5, flexShrink: 0 }}>
                <Stack direction="row" component="span" sx={{ color, gap: 0.5, alignItems: 'center' }}>
                  <Icon sx={{ fontSize: 16 }} aria-hidden />
                  <Typography variant="caption" sx={{ fontWeight: 600 }}>
                    {t(`devices:commandState.${command.state}`)}
                  </Typography>
                </Stack>
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  <Age moment={command.createdAt} />
                </Typography>
              </Stack>
            </ListItem>
          )
        })}
      </List>
    </Section>
  )
}
