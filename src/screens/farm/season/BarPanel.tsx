import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Move, moved } from '#machines/farm/moveBar'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Held } from './SeasonCanvas.tsx'
import { dayName } from './seasonBars.ts'

const WEEK = 7

interface Props {
  readonly held: Held
  readonly isMoved: boolean
  readonly message: string | null
  readonly plots: readonly { readonly landId: number; readonly landName: string }[]
  readonly state: string
  readonly onMove: (move: Move) => void
  readonly onSave: () => void
  readonly onUndo: () => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The chosen bar in words, and every way to move it: what a mouse does with it is done here by a finger and by keys. */
export function BarPanel({ held: { bar, move, busy }, isMoved, message, plots, state, onMove, onSave, onUndo, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const there = moved(bar, move)
  const plotName = (landId: number | null) => plots.find((one) => one.landId === landId)?.landName ?? t('farm:season.nowhere')
  const spanOf = ({ from, to }: { from: number; to: number | null }) =>
    t(to === null ? 'farm:season.openSpan' : 'farm:season.span', { from: dayName(from), to: to === null ? '' : dayName(Math.ceil(to) - 1) })
  const by = (days: number) => onMove({ ...move, by: move.by + days })
  const longer = (days: number) => onMove({ ...move, longer: move.longer + days })
  const { whole, end, plot } = bar.reach
  return (
    <Paper component="section" variant="outlined" aria-label={bar.name} sx={{ p: 1.5, borderRadius: 2 }}>
      <Stack sx={{ gap: 1 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 200 } }}>
            <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
              {bar.name}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-live="polite">
              {[state, plotName(bar.landId), spanOf(bar)].join(' · ')}
              {isMoved && (
                <Box component="strong" sx={{ color: 'info.main' }}>
                  {` → ${[...(move.landId === null ? [] : [plotName(move.landId)]), spanOf(there)].join(' · ')}`}
                </Box>
              )}
            </Typography>
          </Box>
          <Button startIcon={<OpenIcon />} onClick={onOpen}>
            {t('farm:season.open')}
          </Button>
          <Button onClick={onClose} disabled={busy}>
            {t('farm:season.close')}
          </Button>
        </Stack>
        {message !== null && <Alert severity="error">{message === '' ? t('farm:season.failed') : message}</Alert>}
        {whole || end ? (
          <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            {whole && (
              <ButtonGroup size="small" aria-label={t('farm:season.move')} disabled={busy}>
                <Button onClick={() => by(-WEEK)}>{t('farm:season.weekBefore')}</Button>
                <Button onClick={() => by(-1)}>{t('farm:season.dayBefore')}</Button>
                <Button onClick={() => by(1)}>{t('farm:season.dayAfter')}</Button>
                <Button onClick={() => by(WEEK)}>{t('farm:season.weekAfter')}</Button>
              </ButtonGroup>
            )}
            {end && (
              <ButtonGroup size="small" aria-label={t('farm:season.end')} disabled={busy}>
                <Button onClick={() => longer(-1)}>{t('farm:season.endBefore')}</Button>
                <Button onClick={() => longer(1)}>{t('farm:season.endAfter')}</Button>
              </ButtonGroup>
            )}
            {plot && (
              <SelectField
                size="small"
                label={t('farm:season.plot')}
                value={move.landId ?? bar.landId}
                words={plots.map(({ landId, landName }) => [landId, landName])}
                onChange={(landId) => onMove({ ...move, landId })}
                disabled={busy}
                sx={{ minWidth: 140 }}
              />
            )}
            <Stack direction="row" sx={{ gap: 1, ml: 'auto' }}>
              <Button onClick={onUndo} disabled={!isMoved || busy}>
                {t('farm:season.undo')}
              </Button>
              <Button variant="contained" onClick={onSave} disabled={!isMoved} loading={busy}>
                {t('farm:season.save')}
              </Button>
            </Stack>
          </Stack>
        ) : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('farm:season.fixed')}
          </Typography>
        )}
      </Stack>
    </Paper>
  )
}
