import FunctionsIcon from '@mui/icons-material/Functions'
import GridViewIcon from '@mui/icons-material/GridViewOutlined'
import ViewCarouselIcon from '@mui/icons-material/ViewCarouselOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { useMay } from '#src/devices/useMay.ts'
import { useConnection } from '#src/live/useConnection.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { cardsPerSlide } from '../slideItems.ts'
import { CalculatedForm } from './CalculatedForm.tsx'
import { Carousel } from './Carousel.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { ItemForm } from './ItemForm.tsx'
import { ReadingCard } from '#src/devices/ReadingCard.tsx'
import { TREND_HOURS } from '#src/devices/trendShape.ts'

const TREND_REFRESH_MS = 60_000
const everyItem = { page: 1, size: 0 }

/** The live readings of a device, slide by slide or all at once, and the history of those that are picked. */
export function CollectedData({ device, onRejected }: { device: Device; onRejected: () => void }) {
  const { t } = useTranslation()
  const input = { params: { id: device.id }, query: everyItem }
  const query = useCall(collectCalls.collection, input)
  const trend = useCall(
    collectCalls.trend,
    { params: { id: device.id }, query: { hours: TREND_HOURS } },
    { refetchInterval: TREND_REFRESH_MS },
  )
  const mayEdit = useMay('edit', device.deviceType)
  const hidden = useCall(collectCalls.delCollection, input, { enabled: mayEdit })
  const connection = useConnection()
  const [address, setAddress] = useSearchParams()
  const spread = address.get('items') === 'all'
  const [picked, setPicked] = useState<number[] | null>(null)
  const [adding, setAdding] = useState(false)
  const [editingId, setEditing] = useState<number | null>(null)
  const items = useMemo(() => query.data?.content ?? [], [query.data])
  const trends = useMemo(() => new Map((trend.data ?? []).map((curve) => [curve.itemId, curve])), [trend.data])

  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonCards count={cardsPerSlide(device.deviceType)} width={190} height={190} />
  // As it stands by now: a calibration gives the item another version while its form is open.
  const all = [...items, ...(hidden.data?.content ?? [])]
  const editing = all.find(({ id }) => id === editingId)
  const reread = () => {
    void query.refetch()
    void hidden.refetch()
  }
  // The first item is the one that stands for the device: its curve is there without a click.
  const shown = picked ?? items.slice(0, 1).map(({ id }) => id)
  const pick = (id: number) => setPicked(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id])
  const perSlide = cardsPerSlide(device.deviceType)
  const setSpread = (all: boolean) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        if (all) changed.set('items', 'all')
        else changed.delete('items')
        return changed
      },
      { replace: true },
    )
  const card = (item: CollectItem) => (
    <ReadingCard
      item={item}
      areaId={device.areaId}
      deviceType={device.deviceType}
      trend={trend.isPending ? undefined : (trends.get(item.id) ?? null)}
      picked={shown.includes(item.id)}
      onPick={() => pick(item.id)}
      {...(mayEdit ? { onEdit: () => setEditing(item.id) } : {})}
    />
  )
  return (
    <Stack spacing={2}>
      {connection === 'offline' && <Alert severity="warning">{t('devices:collect.offline')}</Alert>}
      {items.length === 0 ? (
        <EmptyState
          variant="noData"
          compact
          title={t('devices:collect.noItems')}
          text={t('devices:collect.noItemsHint')}
          action={
            <Button size="small" variant="outlined" onClick={onRejected}>
              {t('devices:collect.rejected')}
            </Button>
          }
        />
      ) : (
        <>
          {spread ? (
            <Box
              component="section"
              aria-label={t('devices:collect.carousel')}
              sx={{
                display: 'grid',
                gap: 1.5,
                gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(190px, 1fr))' },
              }}
            >
              {items.map((item) => (
                // What is out of sight is not painted.
                <Box key={item.id} sx={{ minWidth: 0, contentVisibility: 'auto', containIntrinsicSize: 'auto 170px' }}>
                  {card(item)}
                </Box>
              ))}
            </Box>
          ) : (
            <Carousel items={items} perSlide={perSlide} label={t('devices:collect.carousel')} itemKey={({ id }) => id} card={card} />
          )}
          <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
            {items.length > perSlide && (
              <Button size="small" startIcon={spread ? <ViewCarouselIcon /> : <GridViewIcon />} onClick={() => setSpread(!spread)}>
                {spread ? t('devices:collect.inSlides') : t('devices:collect.all', { count: items.length })}
              </Button>
            )}
            {mayEdit && (
              <Button size="small" startIcon={<FunctionsIcon />} onClick={() => setAdding(true)}>
                {t('devices:calculated.add')}
              </Button>
            )}
          </Stack>
        </>
      )}
      <Divider />
      <HistoryPanel device={device} items={items} picked={shown} onPick={setPicked} />
      {hidden.data && hidden.data.totalElements > 0 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('devices:collect.hidden', { count: hidden.data.totalElements })}
          </Typography>
          {hidden.data.content.map((item) => (
            <Chip key={item.id} size="small" label={item.name} onClick={() => setEditing(item.id)} />
          ))}
        </Stack>
      )}
      {adding && (
        <CalculatedForm
          deviceId={device.id}
          item={null}
          items={all}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false)
            reread()
          }}
        />
      )}
      {editing && (
        <ItemForm
          key={editing.id}
          item={editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            reread()
          }}
          onTreated={reread}
          siblings={all}
        />
      )}
    </Stack>
  )
}
