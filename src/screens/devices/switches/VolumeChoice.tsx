import WaterDropIcon from '@mui/icons-material/WaterDropOutlined'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Meter, VOLUME } from '#contract/devices/meter'
import { formatValue } from '#src/charts/formatValue.ts'
import { NumberField } from '#src/ui/NumberField.tsx'

/** For how many m³ the next start is; none unless chosen. */
export function VolumeChoice({
  meter,
  name,
  chosen,
  onChoose,
}: {
  meter: Meter
  name: string
  chosen: number | undefined
  onChoose: (volume: number | undefined) => void
}) {
  const { t, i18n } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState<number | string | null>(chosen ?? null)
  const fault = typed !== null && !(typeof typed === 'number' && typed >= VOLUME.least && typed <= VOLUME.most)
  const words = chosen === undefined ? t('devices:meter.choose') : `${formatValue(chosen, i18n.language)} m³`
  const take = () => {
    if (fault) return
    onChoose(typed === null ? undefined : (typed as number))
    setAnchor(null)
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<WaterDropIcon />}
        aria-haspopup="dialog"
        aria-label={t('crud:pair', { one: words, two: name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 44, px: 1, whiteSpace: 'nowrap', color: 'text.secondary' }}
      >
        {words}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('devices:meter.choose') } }}
      >
        <Stack spacing={1} sx={{ p: 2, width: 260 }}>
          <NumberField
            label={t('devices:meter.volume')}
            value={typed}
            unit="m³"
            error={fault}
            helperText={
              fault ? t('errors:error.meter.volume', VOLUME) : t('devices:meter.hint', { item: meter.itemName, count: meter.graceSeconds })
            }
            onChange={setTyped}
          />
          <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
            <Button
              onClick={() => {
                setTyped(null)
                onChoose(undefined)
                setAnchor(null)
              }}
              sx={{ minHeight: 44 }}
            >
              {t('devices:meter.none')}
            </Button>
            <Button variant="contained" disabled={fault} onClick={take} sx={{ minHeight: 44 }}>
              {t('devices:meter.take')}
            </Button>
          </Stack>
        </Stack>
      </Popover>
    </>
  )
}

/** How far a start for a volume is, or how it ended. */
export function Metered({ run }: { run: NonNullable<Meter['run']> }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => formatValue(value, i18n.language)
  const { asked, reached, why } = run
  return (
    <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
      {why === null
        ? t('devices:meter.progress', { reached: say(reached), asked: say(asked) })
        : t('devices:meter.ended', { reached: say(reached), why: t(`devices:meter.why.${why}`) })}
    </Typography>
  )
}
