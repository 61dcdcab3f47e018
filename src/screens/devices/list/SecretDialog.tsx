import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandTopic, onlineTopic, readingsTopic, stateTopic } from '#contract/devices/protocol'
import { boot } from '#src/api/boot.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { CodeList } from '#src/devices/CodeList.tsx'
import { CopyLine } from '#src/devices/CopyLine.tsx'
import { publishLine } from './publishLine.ts'

export interface Credentials {
  readonly name: string
  readonly deviceType: string
  readonly userName: string
  readonly secret: string
}

/** A device's secret, the one time it can be seen, with all that its firmware needs to sign in. */
export function SecretDialog({ of, onClose }: { of: Credentials; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [copied, setCopied] = useState(false)
  // Escape and the cross are pressed in passing; the secret is never seen again.
  const leave = async () => {
    const question = { title: t('devices:secret.leaveTitle'), text: t('devices:secret.leaveText'), confirm: t('devices:secret.leave') }
    if (copied || (await confirm({ ...question, color: 'error', stay: t('devices:secret.stay') }))) onClose()
  }
  const [tenantId = '', eui = ''] = of.userName.split(/\/(.*)/s)
  const topics = [
    ['readings', readingsTopic.of({ tenantId, eui })],
    ['state', stateTopic.of({ tenantId, eui })],
    ['online', onlineTopic.of({ tenantId, eui })],
    ['commands', commandTopic.of({ tenantId, eui, commandId: '+' })],
  ] as const
  return (
    <Modal
      open
      keepOpen
      onClose={() => void leave()}
      width={680}
      title={t('devices:secret.title', { name: of.name })}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('devices:secret.done')}
        </Button>
      }
    >
      <Stack spacing={2}>
        <Alert severity="warning">{t('devices:secret.once')}</Alert>
        <CopyLine label={t('devices:secret.userName')} text={of.userName} />
        <CopyLine label={t('devices:secret.secret')} text={of.secret} onCopied={() => setCopied(true)} />
        <CopyLine
          label={t('devices:secret.tryIt')}
          onCopied={() => setCopied(true)}
          text={publishLine({ host: location.hostname, port: boot.mqttPort, userName: of.userName, secret: of.secret })}
        />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('devices:secret.port')}
        </Typography>
        <Box component="section" aria-label={t('devices:secret.protocol')}>
          <Typography variant="h3" component="h3" gutterBottom>
            {t('devices:secret.protocol')}
          </Typography>
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
            {topics.map(([name, topic]) => (
              <li key={name}>
                <Box component="code" sx={{ typography: 'body2', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
                  {topic}
                </Box>
                <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                  {t(`devices:secret.${name}`)}
                </Typography>
              </li>
            ))}
          </Stack>
        </Box>
        <CodeList deviceType={of.deviceType} />
      </Stack>
    </Modal>
  )
}
