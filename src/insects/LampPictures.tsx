import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { insectLampCalls } from '#contract/insects/insectLamp'
import type { Picture } from '#contract/insects/picture'
import { drawPath } from '#contract/insects/pages'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { DayRange, lastMonth, rangeText } from './DayRange.tsx'

const SIZES = [12, 24, 48] as const
const [WIDTH, HEIGHT] = [132, 99]

/** The pictures of a lamp over a range of days, the newest first; each leads to itself. */
export function LampPictures({ imei, current }: { imei: string; current: number | null }) {
  const { t } = useTranslation()
  const [days, setDays] = useState(lastMonth)
  const range = rangeText(days)
  const { query, paging, turn, pager } = usePagedCall(insectLampCalls.historyImages, { params: { imei }, query: range ?? {} }, SIZES, {
    enabled: range !== null,
  })
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
        <DayRange
          days={days}
          onChange={(next) => {
            setDays(next)
            turn({ ...paging, page: 1 })
          }}
        />
      </Stack>
      <ListGate
        compact
        query={query}
        rows={2}
        height={HEIGHT}
        none={<EmptyState variant="noData" compact title={t('insects:noPictures')} text={t('insects:noPicturesHint')} />}
      >
        {({ content }) => (
          <>
            <PictureTiles pictures={content} current={current} label={t('insects:pictures')} />
            {pager}
          </>
        )}
      </ListGate>
    </Stack>
  )
}

/** Pictures side by side, each with its time and how many insects it has; without `onOpen` a tile leads to the page of its picture. */
export function PictureTiles({
  pictures,
  current,
  label,
  onOpen,
}: {
  pictures: readonly Picture[]
  current: number | null
  label: string
  onOpen?: (id: number) => void
}) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: `repeat(auto-fill, minmax(${WIDTH}px, 1fr))`,
      }}
    >
      {pictures.map((one) => (
        <li key={one.id}>
          <ButtonBase
            focusRipple
            {...(onOpen ? { onClick: () => onOpen(one.id) } : { component: Link, to: drawPath(one.id) })}
            aria-current={one.id === current ? 'true' : undefined}
            sx={{
              display: 'block',
              width: '100%',
              textAlign: 'start',
              borderRadius: 1,
              overflow: 'hidden',
              border: 2,
              borderColor: one.id === current ? 'primary.main' : 'divider',
              '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid', outlineOffset: 2 },
            }}
          >
            <AuthImage src={one.fileUrl} alt="" width={2 * WIDTH} height={2 * HEIGHT} sx={{ width: '100%', height: HEIGHT }} />
            <Box sx={{ px: 1, py: 0.5 }}>
              <Typography variant="body2" component="span" sx={{ fontWeight: 600, display: 'block' }}>
                {one.state === 'waiting'
                  ? t('insects:state.short.waiting')
                  : one.state === 'failed' && !one.corrected
                    ? t('insects:state.short.failed')
                    : t('insects:count', { count: one.insectQuantity })}
              </Typography>
              <Typography variant="caption" component="time" dateTime={new Date(one.takenAt).toISOString()} sx={{ display: 'block' }}>
                {momentText(one.takenAt).slice(0, 16)}
              </Typography>
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Box>
  )
}
