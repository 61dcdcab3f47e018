import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { countKinds, type Drawn } from './drawing.ts'

/** How many insects of each kind there are. */
export function KindCounts({
  boxes,
  nameOf,
  colorOf,
}: {
  boxes: readonly Pick<Drawn, 'insectTypeId'>[]
  nameOf: (kind: number | null) => string
  colorOf: (kind: number | null) => string
}) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography sx={{ fontWeight: 600 }} aria-live="polite">
        {t('insects:count', { count: boxes.length })}
      </Typography>
      <Stack component="ul" direction="row" sx={{ gap: 1, flexWrap: 'wrap', listStyle: 'none', m: 0, p: 0 }}>
        {countKinds(boxes).map(({ insectTypeId, count }) => (
          <li key={insectTypeId ?? 'none'}>
            <Chip
              variant="outlined"
              size="small"
              icon={<Box aria-hidden sx={{ width: 12, height: 12, border: `3px solid ${colorOf(insectTypeId)}`, borderRadius: '2px' }} />}
              label={`${nameOf(insectTypeId)} ${count}`}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
