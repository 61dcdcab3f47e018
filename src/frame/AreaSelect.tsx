import Check from '@mui/icons-material/Check'
import ExpandMore from '@mui/icons-material/ExpandMore'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import Search from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { useOtherBases } from '#src/alarms/useOtherBases.ts'
import { callQuery, queryKeyOf } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

const PAGE_SIZE = 10
const FIRST_PAGE = 1

/** Which base the farm and device pages work in: searchable, fetched page by page as the list is scrolled (AREA-01). */
export function AreaSelect() {
  const { t } = useTranslation()
  const { area, status, select } = useArea()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (status === 'loading') return <Skeleton variant="rounded" sx={{ width: { xs: 110, sm: 180 }, height: 36 }} />
  const name = area?.areaName ?? t(status === 'failed' ? 'frame:area.failed' : 'frame:area.none')
  return (
    <>
      <Button
        color="inherit"
        startIcon={<PlaceOutlined />}
        endIcon={<ExpandMore />}
        disabled={status === 'none'}
        aria-haspopup="dialog"
        aria-expanded={anchor != null}
        aria-label={t('frame:named', { what: t('frame:area.label'), which: name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minWidth: 0, maxWidth: { xs: 190, sm: 280, md: 1 }, '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } } }}
      >
        <Typography component="span" variant="body2" noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      </Button>
      <Popover
        open={anchor != null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('frame:area.choose'), sx: { width: 320, maxWidth: 'calc(100vw - 32px)' } } }}
      >
        <AreaList
          chosen={area?.areaId ?? null}
          onChoose={(areaId) => {
            select(areaId)
            setAnchor(null)
          }}
        />
      </Popover>
    </>
  )
}

function AreaList({ chosen, onChoose }: { chosen: number | null; onChoose: (areaId: number) => void }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [typed, setTyped] = useState('')
  const areaName = useSearch(typed)
  const input = { params: { t: tenantId }, query: { size: PAGE_SIZE, organizationType: 'area', ...(areaName === '' ? {} : { areaName }) } }
  const pages = useInfiniteQuery({
    ...callQuery(areaCalls.page, input),
    queryKey: [...queryKeyOf(areaCalls.page, input), 'scrolled'],
    queryFn: ({ pageParam, signal, client, queryKey }) =>
      callQuery(areaCalls.page, { ...input, query: { ...input.query, page: pageParam } }).queryFn({
        signal,
        // The list is as old as the page of it that was read first.
        ...(pageParam === FIRST_PAGE ? { client, queryKey } : {}),
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => (last.number * last.size < last.totalElements ? last.number + 1 : undefined),
  })
  const end = useRef<HTMLLIElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (end.current == null || !hasNextPage || isFetchingNextPage) return
    const watcher = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) void fetchNextPage()
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  const list = useRef<HTMLUListElement>(null)
  const moveBy = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const choices = [...(list.current?.querySelectorAll<HTMLElement>('[role=button]') ?? [])]
    choices[choices.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }
  const alarms = useOtherBases(null)
  const waiting = (areaId: number) => alarms?.find((base) => base.areaId === areaId)?.unacknowledged ?? 0
  const areas = pages.data?.pages.flatMap(({ content }) => content) ?? []
  const total = pages.data?.pages[0]?.totalElements ?? 0
  return (
    // Arrow keys walk from the search field through the list; each item is a button of its own for everybody else.
    <Box onKeyDown={moveBy}>
      <Box sx={{ p: 1.5, pb: 1 }}>
        <TextField
          fullWidth
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder={t('frame:area.search')}
          slotProps={{
            htmlInput: { 'aria-label': t('frame:area.search') },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </Box>
      {pages.isPending && <SkeletonList rows={3} height={36} />}
      {pages.isError && <ErrorState compact title={t('frame:area.failed')} error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && areas.length === 0 && (
        <EmptyState compact variant="pageNoSearch" {...(areaName === '' ? { title: t('frame:area.none') } : {})} />
      )}
      <List ref={list} dense sx={{ maxHeight: 320, overflowY: 'auto', px: 1, pt: 0 }}>
        {areas.map(({ areaId, areaName: name, areaAddress, defaultFlag }) => (
          <ListItem key={areaId} disablePadding>
            <ListItemButton
              selected={areaId === chosen}
              onClick={() => onChoose(areaId)}
              sx={{ borderRadius: 1 }}
              aria-current={areaId === chosen}
            >
              <ListItemText primary={name} secondary={areaAddress} slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }} />
              {waiting(areaId) > 0 && (
                <Chip size="small" color="error" label={t('frame:alarm.waiting', { count: waiting(areaId) })} sx={{ ml: 1 }} />
              )}
              {defaultFlag === 1 && <Chip size="small" label={t('frame:area.default')} sx={{ ml: 1 }} />}
              {areaId === chosen && <Check fontSize="small" color="primary" sx={{ ml: 1 }} />}
            </ListItemButton>
          </ListItem>
        ))}
        {hasNextPage && <Skeleton component="li" ref={end} variant="rounded" height={36} sx={{ m: 1 }} />}
      </List>
      {total > 0 && (
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary', px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          {t('frame:area.count', { count: total })}
        </Typography>
      )}
    </Box>
  )
}
