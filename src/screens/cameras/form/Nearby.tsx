import SearchIcon from '@mui/icons-material/TravelExploreOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraDiscoveryCalls, type NearbyCamera } from '#contract/cameras/discovery'
import type { CallAnswer } from '#contract/core/call'
import { call, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const LIST_HEIGHT = 240
type Said = CallAnswer<typeof cameraDiscoveryCalls.nearby> | { readonly failed: string }

/** Cameras that answer near the server, of which one is chosen by its address. */
export function Nearby({ chosen, onChoose }: { chosen: string; onChoose: (camera: NearbyCamera) => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const look = async () => {
    setBusy(true)
    const answer = await call(cameraDiscoveryCalls.nearby, {}, { quiet: true })
    setBusy(false)
    setSaid(isFailure(answer) ? { failed: reasonOf(answer) } : answer)
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button variant="outlined" startIcon={<SearchIcon />} loading={busy} loadingPosition="start" onClick={() => void look()}>
          {t('cameras:nearby.find')}
        </Button>
        <Typography variant="body2" component="output" sx={{ color: 'text.secondary' }}>
          {t(busy ? 'cameras:nearby.wait' : 'cameras:nearby.hint')}
        </Typography>
      </Stack>
      {said && !busy && <Found said={said} chosen={chosen} onChoose={onChoose} />}
    </Stack>
  )
}

function Found({ said, chosen, onChoose }: { said: Said; chosen: string; onChoose: (camera: NearbyCamera) => void }) {
  const { t } = useTranslation()
  if ('failed' in said) return <Alert severity="error">{said.failed}</Alert>
  if (said.reason !== null) return <Alert severity="warning">{t(`cameras:nearby.reason.${said.reason}`)}</Alert>
  if (said.cameras.length === 0) return <Alert severity="info">{t('cameras:nearby.none')}</Alert>
  return (
    <List
      dense
      aria-label={t('cameras:nearby.list')}
      sx={{ maxHeight: LIST_HEIGHT, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      {said.cameras.map((camera) => (
        <ListItem
          key={camera.onvifUrl}
          disablePadding
          secondaryAction={camera.known && <Chip size="small" label={t('cameras:nearby.known')} />}
        >
          <ListItemButton selected={camera.onvifUrl === chosen} onClick={() => onChoose(camera)}>
            <ListItemText
              primary={[camera.name, camera.hardware].filter((one) => one !== '').join(' · ') || t('cameras:nearby.nameless')}
              secondary={camera.onvifUrl}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } }, secondary: { sx: { overflowWrap: 'anywhere' } } }}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  )
}
