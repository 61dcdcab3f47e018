import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { HerdSum } from '#contract/farm/herd'
import { decimalText } from '#src/ui/decimalText.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'

const LineCanvas = lazyPart(() => import('#src/charts/LineCanvas.tsx'))
const HEIGHT = 180

/** How many live, how many of those that came did not die, how feed became weight, and how they grew. */
export function HerdFigures({ of, name, onFeed }: { of: HerdSum; name: string; onFeed?: (() => void) | undefined }) {
  const { t, i18n } = useTranslation()
  const count = (amount: number | string) => decimalText(String(amount), i18n.language)
  const { stocked, died, harvested, removed, uncounted, living, survival, weights, feeds, ratio, ratioOn, noRatio } = of
  const last = weights.at(-1)
  const points = useMemo(() => weights.map(({ day, meanWeight }) => [day, Number(meanWeight)] as const), [weights])
  return (
    <Stack sx={{ gap: 1 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
        <Figure name={t('farm:herd.living')} value={count(living)} />
        <Figure name={t('farm:herd.survival')} value={survival === null ? t('crud:none') : t('farm:herd.percent', { percent: survival })} />
        <Figure
          name={t('farm:herd.mean')}
          value={last ? t('farm:herd.grams', { weight: count(last.meanWeight) }) : t('crud:none')}
          note={last?.day}
        />
        <Figure
          name={t('farm:herd.ratio')}
          value={ratio === null ? t('crud:none') : count(ratio)}
          note={noRatio === null ? t('farm:herd.ratioOn', { day: ratioOn }) : t(`farm:herd.noRatio.${noRatio}`)}
        />
      </Box>
      <Typography variant="body2">
        {t('farm:herd.counts', { stocked: count(stocked), died: count(died), harvested: count(harvested), removed: count(removed) })}
      </Typography>
      {uncounted > 0 && (
        <Typography variant="caption" sx={{ color: 'warning.dark' }}>
          {t('farm:herd.uncounted', { count: uncounted })}
        </Typography>
      )}
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2">
          {feeds.length === 0
            ? t('farm:herd.noFeed')
            : t('farm:herd.feed', {
                feeds: feeds
                  .map(({ productName: product, quantity, unit }) => t('farm:herd.feedLine', { product, quantity: count(quantity), unit }))
                  .join(t('farm:land.and')),
              })}
        </Typography>
        {onFeed && (
          <Button size="small" startIcon={<AddIcon />} sx={{ flexShrink: 0 }} onClick={onFeed}>
            {t('farm:feeding.add')}
          </Button>
        )}
      </Stack>
      {feeds
        .filter(({ kg }) => kg === null)
        .map(({ productName: product, quantity, unit }) => (
          <Typography key={product} variant="caption" sx={{ color: 'warning.dark' }}>
            {t('farm:herd.feedLeftOut', { product, quantity: count(quantity), unit })}
          </Typography>
        ))}
      {weights.length > 1 && (
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <LineCanvas days points={points} label={t('farm:herd.curve', { name })} name={`${t('farm:herd.mean')} g`} height={HEIGHT} />
        </Suspense>
      )}
    </Stack>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <Box sx={{ p: 1, borderRadius: 1, bgcolor: 'action.hover', minWidth: 0 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography variant="h3" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
      {note !== undefined && (
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </Box>
  )
}
