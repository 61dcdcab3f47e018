import ArrowBack from '@mui/icons-material/ArrowBack'
import DoneAll from '@mui/icons-material/DoneAll'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TablePagination from '@mui/material/TablePagination'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/live/useConnection.ts'
import { useUnreadCounts } from '#src/live/useUnread.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { NoticeByline } from './NoticeByline.tsx'
import { NoticeDetail } from './NoticeDetail.tsx'
import type { NoticeItem } from './noticeItem.ts'
import { type ListAsked, type ListTab, type ReadFilter, useMarkAllRead, useNotices } from './useNotices.ts'

const SIZES = [10, 20, 50]
const BEGIN: ListAsked = { readFlag: null, page: 1, size: 10 }
const FILTERS = [
  ['all', null],
  ['unread', 0],
  ['read', 1],
] as const satisfies readonly (readonly [string, ReadFilter])[]
const column = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' } as const

/** A tab's list, and the one that was opened from it in its place. */
export function NoticeList({ tab }: { tab: ListTab }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(BEGIN)
  const [openId, setOpenId] = useState<number | null>(null)
  const [lastId, setLastId] = useState<number | null>(null)
  if (openId != null) {
    return (
      <Box sx={column}>
        <Box sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the link that was pressed is gone: the focus goes on from its successor */}
          <Button size="small" autoFocus startIcon={<ArrowBack />} onClick={() => setOpenId(null)}>
            {t('notices:back')}
          </Button>
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }} tabIndex={0} component="section" aria-label={t('notices:detail')}>
          <NoticeDetail tab={tab} noticeId={openId} />
        </Box>
      </Box>
    )
  }
  return (
    <Listed
      tab={tab}
      asked={asked}
      onAsk={(next) => setAsked({ ...asked, page: 1, ...next })}
      lastId={lastId}
      onOpen={(id) => {
        setOpenId(id)
        setLastId(id)
      }}
    />
  )
}

function Listed({
  tab,
  asked,
  onAsk,
  lastId,
  onOpen,
}: {
  tab: ListTab
  asked: ListAsked
  onAsk: (next: Partial<ListAsked>) => void
  lastId: number | null
  onOpen: (noticeId: number) => void
}) {
  const { t } = useTranslation()
  const list = useNotices(tab, asked)
  const unread = useUnreadCounts()?.[tab === 'ANNOUNCE' ? 'announce' : 'notify'] ?? 0
  const connection = useConnection()
  const confirm = useConfirm()
  const { isPending, markAll } = useMarkAllRead(tab, (count) => toast('success', t('notices:markedRead', { count })))
  const { items = [], total = 0 } = list.data ?? {}
  const askFirst = async () => {
    const what = { title: t('notices:markAllRead'), text: t(`notices:markAllAsk.${tab}`, { count: unread }) }
    if (await confirm(what)) markAll()
  }
  return (
    <Box sx={column}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
      >
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label={t('notices:filter')}
          value={String(asked.readFlag)}
          onChange={(_, next: string | null) => {
            const chosen = FILTERS.find(([, flag]) => String(flag) === next)
            if (chosen) onAsk({ readFlag: chosen[1] })
          }}
        >
          {FILTERS.map(([word, flag]) => (
            <ToggleButton key={word} value={String(flag)} sx={{ px: 1.75 }}>
              {t(`notices:${word}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box sx={{ flex: 1 }} />
        <Button
          size="small"
          startIcon={<DoneAll />}
          disabled={unread === 0}
          loading={isPending}
          loadingPosition="start"
          onClick={() => void askFirst()}
        >
          {t('notices:markAllRead')}
        </Button>
      </Stack>
      {connection === 'offline' && (
        <Typography component="output" variant="body2" sx={{ px: 2, py: 0.75, bgcolor: 'action.hover' }}>
          {t('frame:connection.offline')}
        </Typography>
      )}
      <Box
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', position: 'relative' }}
        tabIndex={0}
        component="section"
        aria-label={t(`notices:tab.${tab}`)}
      >
        {list.isPlaceholderData && <LinearProgress aria-hidden sx={{ position: 'sticky', top: 0, height: 2, zIndex: 1 }} />}
        {list.isPending && <SkeletonList rows={5} height={72} />}
        {list.isError && <ErrorState compact otherwise={t('notices:failed')} error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && items.length === 0 && (
          <EmptyState variant="pageNoSystem" {...(asked.readFlag === 0 ? { title: t('notices:allRead') } : {})} />
        )}
        <Box
          component="ul"
          aria-busy={list.isPlaceholderData}
          sx={{ m: 0, p: 0, listStyle: 'none', opacity: list.isPlaceholderData ? 0.6 : 1 }}
        >
          {list.isSuccess && items.map((item) => <Row key={item.noticeId} item={item} isLast={item.noticeId === lastId} onOpen={onOpen} />)}
        </Box>
      </Box>
      {list.isSuccess && (
        <TablePagination
          component="div"
          count={total}
          page={Math.min(asked.page - 1, Math.max(0, Math.ceil(total / asked.size) - 1))}
          onPageChange={(_, next) => onAsk({ page: next + 1 })}
          rowsPerPage={asked.size}
          rowsPerPageOptions={SIZES}
          onRowsPerPageChange={({ target }) => onAsk({ size: Number(target.value) })}
          labelRowsPerPage={t('frame:page.size')}
          labelDisplayedRows={({ count }) => t('frame:page.total', { count })}
          slotProps={{ select: { inputProps: { 'aria-label': t('frame:page.size') } } }}
          sx={{ borderTop: 1, borderColor: 'divider', flexShrink: 0, overflow: 'hidden' }}
        />
      )}
    </Box>
  )
}

function Row({ item, isLast, onOpen }: { item: NoticeItem; isLast: boolean; onOpen: (noticeId: number) => void }) {
  const { t } = useTranslation()
  const { noticeId, title, preview, publisher, at, isRead } = item
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        sx={{ width: 8, height: 8, mt: 0.9, flexShrink: 0, borderRadius: '50%', bgcolor: isRead ? 'transparent' : 'error.main' }}
        {...(isRead ? {} : { role: 'img', 'aria-label': t('notices:unread') })}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body1" sx={{ fontWeight: isRead ? 400 : 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {preview !== '' && (
          <Typography
            variant="body2"
            sx={{
              mt: 0.25,
              color: 'text.secondary',
              overflowWrap: 'anywhere',
              display: '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
            }}
          >
            {preview}
          </Typography>
        )}
        <Stack direction="row" sx={{ mt: 0.5, alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
          <NoticeByline publisher={publisher} at={at} />
          <Link
            component="button"
            type="button"
            variant="body2"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- who comes back from a notice goes on where he was
            autoFocus={isLast}
            aria-label={t('frame:named', { what: t('notices:view'), which: title })}
            onClick={() => onOpen(noticeId)}
            sx={{
              flexShrink: 0,
              // The whole row is the link's.
              '&::after': { content: '""', position: 'absolute', inset: 0 },
              '&:focus-visible::after': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
            }}
          >
            {t('notices:view')}
          </Link>
        </Stack>
      </Box>
    </Box>
  )
}
