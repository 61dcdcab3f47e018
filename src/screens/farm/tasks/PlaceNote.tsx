import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue } from '#src/charts/formatValue.ts'

export interface Place {
  readonly longitude: number
  readonly latitude: number
}

/** Adds where one stands, WGS84 degrees, when one asks for it: a browser gives it over https alone. */
export function PlaceNote({ value, onChange }: { value: Place | null; onChange: (place: Place | null) => void }) {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!window.isSecureContext) return null
  const find = () => {
    setBusy(true)
    setFailed(false)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onChange({ longitude: coords.longitude, latitude: coords.latitude })
      },
      () => {
        setBusy(false)
        setFailed(true)
      },
      { timeout: 15_000, enableHighAccuracy: true },
    )
  }
  const said = value && [value.longitude, value.latitude].map((degrees) => formatValue(degrees, i18n.language, 5)).join(', ')
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
      <Button startIcon={<PlaceIcon />} loading={busy} onClick={find}>
        {t('farm:task.place')}
      </Button>
      <Typography variant="body2" component="output" sx={{ color: failed ? 'error.main' : 'text.secondary' }}>
        {failed ? t('farm:task.placeFailed') : said !== null && t('farm:task.placeGot', { place: said })}
      </Typography>
    </Stack>
  )
}
