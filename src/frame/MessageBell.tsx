import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageCalls } from '#contract/notices/message'
import { call, orThrow } from '#src/api/call.ts'
import { queryClient, queryKeyOf, useCallMutation } from '#src/api/useCall.ts'
import { useUnread } from '#src/live/useUnread.ts'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

const PAGE_SIZE = 10
/** readAll of notifications (NOTICES-04). */
const NOTIFICATIONS = 3

/** The unread badge, and the newest messages in a small window. */
export function MessageBell() {
  const { t } = useTranslation()
  const unread = useUnread()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = t('notices:open', { count: unread })
  return (
    <>
      <Tooltip title={t('notices:title')}>
        <IconButton
          color="inherit"
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={anchor != null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Badge badgeContent={unread} color="error" max={99}>
            <NotificationsOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor != null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('notices:title'), sx: { width: 400, maxWidth: 'calc(100vw - 32px)' } } }}
      >
        <Messages unread={unread} />
      </Popover>
    </>
  )
}

function Messages({ unread }: { unread: number }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [onlyUnread, setOnlyUnread] = useState(false)
  const input = { params: { t: tenantId }, query: { size: PAGE_SIZE, withContent: 1, ...(onlyUnread ? { readFlag: 0 } : {}) } }
  const pages = useInfiniteQuery({
    queryKey: [...queryKeyOf(messageCalls.page, input), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      orThrow(call(messageCalls.page, { ...input, query: { ...input.query, page: pageParam } }, { signal, quiet: true })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.number * last.size < last.totalElements ? last.number + 1 : undefined),
    enabled: tenantId >= 0,
    staleTime: 0,
  })
  const markRead = useCallMutation(messageCalls.markRead, {
    onSuccess: () =>
      Promise.all([messageCalls.page, messageCalls.count].map((one) => queryClient.invalidateQueries({ queryKey: queryKeyOf(one) }))),
  })
  const messages = pages.data?.pages.flatMap(({ content }) => content) ?? []
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, gap: 1, borderBottom: 1, borderColor: 'divider' }}>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={onlyUnread}
          onChange={(_, next: boolean | null) => next != null && setOnlyUnread(next)}
        >
          <ToggleButton value={false}>{t('notices:all')}</ToggleButton>
          <ToggleButton value>{t('notices:unread')}</ToggleButton>
        </ToggleButtonGroup>
        <Box sx={{ flex: 1 }} />
        <Button
          size="small"
          disabled={unread === 0 || markRead.isPending}
          onClick={() => markRead.mutate({ params: { t: tenantId }, body: { readAll: NOTIFICATIONS } })}
        >
          {t('notices:markAllRead')}
        </Button>
      </Stack>
      <Box sx={{ maxHeight: 'min(440px, 60vh)', overflowY: 'auto' }}>
        {pages.isPending && <SkeletonList rows={3} height={52} />}
        {pages.isError && <ErrorState compact title={t('notices:failed')} error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isSuccess && messages.length === 0 && (
          <EmptyState compact variant="noMessage" {...(onlyUnread ? { title: t('notices:allRead') } : {})} />
        )}
        <List disablePadding>
          {messages.map(({ userMessageId, subject, content, createdAt, readFlag }) => (
            <ListItem key={userMessageId} disablePadding divider>
              <ListItemButton
                disabled={markRead.isPending}
                onClick={() => {
                  if (readFlag === 0) markRead.mutate({ params: { t: tenantId }, body: { ids: [userMessageId] } })
                }}
                {...(readFlag === 0 ? { title: t('notices:markRead') } : {})}
                sx={{ alignItems: 'flex-start', gap: 1.25, cursor: readFlag === 0 ? 'pointer' : 'default' }}
              >
                <Box
                  sx={{
                    width: 8,
                    height: 8,
                    borderRadius: '50%',
                    mt: 0.9,
                    flexShrink: 0,
                    bgcolor: readFlag === 0 ? 'error.main' : 'transparent',
                  }}
                  {...(readFlag === 0 ? { role: 'img', 'aria-label': t('notices:unread') } : {})}
                />
                <Box sx={{ minWidth: 0, flex: 1 }}>
                  <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline' }}>
                    <Typography variant="body2" sx={{ flex: 1, fontWeight: readFlag === 0 ? 600 : 400 }}>
                      {subject}
                    </Typography>
                    <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                      <Age moment={createdAt} />
                    </Typography>
                  </Stack>
                  {content !== '' && (
                    <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                      {content}
                    </Typography>
                  )}
                </Box>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
        {pages.hasNextPage && (
          <Button fullWidth disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('notices:more')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
