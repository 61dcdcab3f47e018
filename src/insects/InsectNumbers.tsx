import AddIcon from '@mui/icons-material/Add'
import TrendIcon from '@mui/icons-material/ShowChart'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { type InsectLine, insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { PEST_EDIT } from '#contract/insects/insectType'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { DayRange, lastMonth, rangeText } from './DayRange.tsx'
import { InsectLines } from './InsectLines.tsx'
import { KindsDialog } from './KindsDialog.tsx'
import { ObservationForm } from './ObservationForm.tsx'
import { SharePie } from './SharePie.tsx'
import { TakeAlong } from './TakeAlong.tsx'
import { TrendDialog } from './TrendDialog.tsx'
import { useKinds } from './useKinds.ts'

/** What was found at a lamp over a range of days: how many, of which kinds, beside its neighbours, and each finding. */
export function InsectNumbers({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayEdit = usePermission(PEST_EDIT) === true
  const [days, setDays] = useState(lastMonth)
  const [trend, setTrend] = useState(false)
  const [kinds, setKinds] = useState(false)
  const [form, setForm] = useState<{ of: InsectLine | null } | null>(null)
  const range = rangeText(days)
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <DayRange days={days} onChange={setDays} />
        <Button startIcon={<TrendIcon />} onClick={() => setTrend(true)}>
          {t('insects:trend.title')}
        </Button>
        {range && <TakeAlong lamp={device} range={range} />}
      </Stack>
      {range && <Sums device={device} range={range} />}
      {range && (
        <Section
          title={t('insects:numbers.lines')}
          aside={
            mayEdit && (
              <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
                <Button onClick={() => setKinds(true)}>{t('insects:kinds.manage')}</Button>
                <Button startIcon={<AddIcon />} onClick={() => setForm({ of: null })}>
                  {t('insects:note.add')}
                </Button>
              </Stack>
            )
          }
        >
          <InsectLines key={JSON.stringify(range)} lampId={device.id} range={range} mayEdit={mayEdit} onEdit={(of) => setForm({ of })} />
        </Section>
      )}
      {kinds && <KindsDialog onClose={() => setKinds(false)} />}
      {trend && <TrendDialog lamp={device} onClose={() => setTrend(false)} />}
      {form && (
        <ObservationForm
          key={form.of?.id ?? 'new'}
          lampId={device.id}
          of={form.of}
          onClose={() => setForm(null)}
          onSaved={() => setForm(null)}
        />
      )}
    </Stack>
  )
}

function Sums({ device, range }: { device: Device; range: { startTime: string; endTime: string } }) {
  const { t } = useTranslation()
  const { colorOf } = useKinds()
  const query = { ...range, concentratorId: device.id }
  const count = useCall(insectStatisticsCalls.count, { query })
  const pie = useCall(insectStatisticsCalls.pieChart, { query })
  const lamps = useCall(insectStatisticsCalls.pestStatistics, { query })
  const neighbours = useCall(insectStatisticsCalls.aggregate, { query: { ...range, areaId: device.areaId } })
  const all = [count, pie, lamps, neighbours]
  const failed = all.find((one) => one.isError && one.data === undefined)
  if (failed?.error) return <ErrorState compact error={failed.error} onRetry={() => all.forEach((one) => void one.refetch())} />
  if (!count.data || !pie.data || !lamps.data || !neighbours.data) return <SkeletonList rows={3} height={64} />
  const own = lamps.data[0]
  const figures = [
    ['found', count.data.insectQuantity],
    ['unclassified', count.data.unclassified],
    ['pictures', own?.pictures ?? count.data.pictures],
    ['corrected', own?.corrected ?? 0],
    ['waiting', own?.waiting ?? 0],
    ['failed', own?.failed ?? 0],
    ['notes', count.data.notes],
  ] as const
  const most = Math.max(1, ...neighbours.data.map(({ insectQuantity }) => insectQuantity))
  return (
    <>
      <Box
        component="dl"
        aria-label={t('insects:numbers.title')}
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))' }}
      >
        {figures.map(([name, value]) => (
          <Box
            key={name}
            sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, display: 'flex', flexDirection: 'column-reverse' }}
          >
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {t(`insects:numbers.${name}`)}
            </Typography>
            <Typography component="dd" variant="h2" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {own?.said?.value != null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('insects:numbers.said', { value: own.said.value })}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <Section title={t('insects:numbers.shares')}>
          {pie.data.length === 0 ? (
            <EmptyState variant="noData" compact title={t('insects:trend.empty')} />
          ) : (
            <SharePie shares={pie.data} colorOf={colorOf} />
          )}
        </Section>
        <Section title={t('insects:numbers.byLamp')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {neighbours.data.map(({ concentratorId, name, insectQuantity }) => (
              <Box component="li" key={concentratorId} sx={{ py: 0.5 }}>
                <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
                  <Typography variant="body2" noWrap sx={{ fontWeight: concentratorId === device.id ? 600 : 400 }}>
                    {name}
                  </Typography>
                  <Typography variant="body2">{insectQuantity}</Typography>
                </Stack>
                <Box aria-hidden sx={{ height: 6, borderRadius: 1, bgcolor: 'action.hover' }}>
                  <Box
                    sx={{ height: 6, borderRadius: 1, bgcolor: 'primary.main' }}
                    style={{ width: `${(100 * insectQuantity) / most}%` }}
                  />
                </Box>
              </Box>
            ))}
          </Box>
        </Section>
      </Box>
    </>
  )
}
