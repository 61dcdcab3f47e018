import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { foreignCalls } from '#contract/devices/foreign'
import type { ForeignProtocol } from '#contract/devices/mapping'
import { boot } from '#src/api/boot.ts'
import { call, isFailure } from '#src/api/call.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { CopyLine } from '#src/devices/CopyLine.tsx'
import { TOPICS } from './connecting.ts'

/** Where a device of a foreign protocol connects, and by which token: shown once, when it is made. */
export function TokenSection({
  device,
  protocol,
  hasToken,
  onChanged,
}: {
  device: Device
  protocol: ForeignProtocol
  hasToken: boolean
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [token, setToken] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sure = async (act: 'renew' | 'end') =>
    !hasToken ||
    (await confirm({
      title: t(`devices:foreign.${act}Title`, { name: device.name }),
      text: t(`devices:foreign.${act}Text`),
      confirm: t(`devices:foreign.${act}`),
      color: 'warning',
    }))
  const renew = async () => {
    if (!(await sure('renew'))) return
    setBusy(true)
    const answer = await call(foreignCalls.token, { params: { id: device.id }, body: {} })
    setBusy(false)
    if (isFailure(answer)) return
    setToken(answer.token)
    onChanged()
  }
  const end = async () => {
    if (!(await sure('end'))) return
    setBusy(true)
    const answer = await call(foreignCalls.endToken, { params: { id: device.id } })
    setBusy(false)
    if (isFailure(answer)) return
    setToken(null)
    toast('success', t('devices:foreign.ended'))
    onChanged()
  }
  return (
    <Section title={t('devices:foreign.connection')}>
      <Stack spacing={1.5}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`devices:foreign.about.${protocol}`)}
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 1.5 }}>
          <CopyLine label={t('devices:foreign.address')} text={`${location.hostname}:${boot.mqttPort}`} />
          {TOPICS[protocol].map((topic, at) => (
            <CopyLine key={topic} label={t(at === 0 ? 'devices:foreign.says' : 'devices:foreign.hears')} text={topic} />
          ))}
        </Box>
        {token === null ? (
          <Typography variant="body2">{t(hasToken ? 'devices:foreign.hasToken' : 'devices:foreign.noToken')}</Typography>
        ) : (
          <Stack spacing={1}>
            <Alert severity="warning">{t('devices:foreign.once')}</Alert>
            <CopyLine label={t('devices:foreign.token')} text={token} />
          </Stack>
        )}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" loading={busy} sx={{ minHeight: 44 }} onClick={() => void renew()}>
            {t(hasToken ? 'devices:foreign.renew' : 'devices:foreign.make')}
          </Button>
          {hasToken && (
            <Button color="warning" disabled={busy} sx={{ minHeight: 44 }} onClick={() => void end()}>
              {t('devices:foreign.end')}
            </Button>
          )}
        </Stack>
      </Stack>
    </Section>
  )
}
