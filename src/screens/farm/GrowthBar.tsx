import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#contract/farm/batch'

const HEIGHT = 6

/** How much of each stage has passed, 0 to 1, with its share of the whole. */
function partsOf({ stages, growth }: Pick<Batch, 'stages' | 'growth'>): { days: number; passed: number }[] {
  const { elapsed, total } = growth!
  const parts = stages.length > 0 ? stages.map(({ days }) => days) : [total ?? 0]
  let before = 0
  return parts.map((days) => {
    const passed = days === 0 ? 1 : Math.min(1, Math.max(0, (elapsed - before) / days))
    before += days
    return { days, passed }
  })
}

/** How far a batch has grown: its stages side by side, as wide as they are long, and in words where it stands. */
export function GrowthBar({ record }: { record: Pick<Batch, 'stages' | 'growth'> }) {
  const { t } = useTranslation()
  const { stages, growth } = record
  if (growth === null) return t('farm:batch.growth.notBegun')
  const { elapsed, total, over, stage, day } = growth
  const now = stage === null ? undefined : stages[stage]
  const isLate = over > 0
  const said =
    now && day !== null
      ? t('farm:batch.growth.stage', { name: now.name, day, days: now.days })
      : total === null
        ? t('farm:batch.growth.elapsed', { day: elapsed + 1 })
        : t('farm:batch.growth.of', { elapsed: Math.min(elapsed, total), total })
  return (
    <Stack component="span" sx={{ display: 'flex', gap: 0.5, minWidth: 0, width: '100%' }}>
      {total !== null && (
        <Box component="span" aria-hidden sx={{ display: 'flex', gap: '2px', width: '100%' }}>
          {partsOf(record).map(({ days, passed }, at) => (
            <Box
              key={at}
              component="span"
              sx={{
                flex: `${Math.max(1, days)} 0 0`,
                minWidth: 2,
                height: HEIGHT,
                borderRadius: 1,
                overflow: 'hidden',
                bgcolor: 'action.selected',
              }}
            >
              <Box
                component="span"
                sx={{ display: 'block', height: '100%', width: `${passed * 100}%`, bgcolor: isLate ? 'warning.main' : 'primary.main' }}
              />
            </Box>
          ))}
        </Box>
      )}
      <Typography component="span" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
        {isLate ? (
          <Box component="span" sx={{ color: 'warning.dark' }}>
            {t('farm:batch.growth.over', { count: over })}
          </Box>
        ) : (
          said
        )}
      </Typography>
    </Stack>
  )
}
