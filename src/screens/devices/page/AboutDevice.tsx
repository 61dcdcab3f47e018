import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { devicePath, type ListedPage } from '#contract/devices/pages'
import QrCode from '#src/ui/QrCode.tsx'
import { Section } from '#src/ui/Section.tsx'
import { DeviceFacts } from '../DeviceFacts.tsx'
import { FirmwareSection } from '../firmware/FirmwareSection.tsx'

/** What is known of a device, and the code that leads here from a label in the field. */
export function AboutDevice({ device, page }: { device: Device; page: ListedPage }) {
  const { t } = useTranslation()
  const address = `${location.origin}${devicePath(page, device.id)}`
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2, alignItems: 'stretch' }}>
      <Stack sx={{ flex: 1, minWidth: 0, gap: 2 }}>
        <Section title={t('devices:device.facts')}>
          <DeviceFacts device={device} />
        </Section>
        <FirmwareSection device={device} />
      </Stack>
      <Section title={t('devices:device.label')}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
          <QrCode value={address} label={t('devices:device.label')} size={144} />
          <Box sx={{ minWidth: 0, maxWidth: 220 }}>
            <Typography variant="h3">{device.name}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {device.eui}
            </Typography>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
              {t('devices:device.labelHint')}
            </Typography>
          </Box>
        </Stack>
      </Section>
    </Stack>
  )
}
