import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import { AlarmMark } from '#src/alarms/AlarmMark.tsx'
import { useWorstOfLands } from '#src/live/useAlarms.ts'
import { routes } from '#contract/routes'
import { BaseTours } from './BaseTours.tsx'
import { PopupCard, PopupFact } from './PopupCard.tsx'
import { decimalText } from '#src/ui/decimalText.ts'

const LAND_PAGE = '/web/farm/land'
const hasLandPage = (routes as readonly { path: string }[]).some(({ path }) => path === LAND_PAGE)

/** Name, crop, area in mu, type, and the way to the plots' page once there is one (MAP-06). */
export function PlotPopup({ land, pin, onClose }: { land: Land; pin: Ref<HTMLDivElement>; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const alarm = useWorstOfLands(land.areaId).get(land.landId)
  const kind = land.nurtureKind == null ? '' : ` · ${t(`farm:land.choices.nurtureKind.${land.nurtureKind}`)}`
  return (
    <PopupCard pin={pin} title={land.landName} mark={alarm && <AlarmMark severity={alarm} />} onClose={onClose}>
      <Stack component="dl" sx={{ m: 0, gap: 0.25 }}>
        <PopupFact label={t('map:plot.crop')}>{land.variety?.name}</PopupFact>
        <PopupFact label={t('map:plot.measure')}>
          {land.landMeasure == null ? null : t('map:plot.mu', { value: decimalText(land.landMeasure, i18n.language) })}
        </PopupFact>
        <PopupFact label={t('map:plot.type')}>{`${t(`farm:land.choices.landType.${land.landType}`)}${kind}`}</PopupFact>
      </Stack>
      {hasLandPage && (
        <Button component={Link} to={LAND_PAGE} size="small" sx={{ mt: 0.5, ml: -0.75 }}>
          {t('map:plot.open')}
        </Button>
      )}
    </PopupCard>
  )
}

/** A base's own marker: what it is, and the way to work in it. */
export function BasePopup({
  area,
  selected,
  onSelect,
  pin,
  onClose,
}: {
  area: Area
  selected: boolean
  onSelect: () => void
  pin: Ref<HTMLDivElement>
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  return (
    <PopupCard pin={pin} title={area.areaName} onClose={onClose}>
      <Stack component="dl" sx={{ m: 0, gap: 0.25 }}>
        <PopupFact label={t('map:base.address')}>{area.areaAddress}</PopupFact>
        <PopupFact label={t('map:plot.measure')}>
          {area.areaMeasure == null ? null : t('map:plot.mu', { value: decimalText(area.areaMeasure, i18n.language) })}
        </PopupFact>
        <PopupFact label={t('map:base.plots')}>{area.landNum}</PopupFact>
        <PopupFact label={t('map:plot.crop')}>{area.variety.map(({ name }) => name).join(', ')}</PopupFact>
      </Stack>
      <BaseTours areaId={area.areaId} />
      <Button size="small" disabled={selected} onClick={onSelect} sx={{ mt: 0.5, ml: -0.75 }}>
        {t(selected ? 'map:base.current' : 'map:base.select')}
      </Button>
    </PopupCard>
  )
}
