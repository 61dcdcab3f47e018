import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentLink } from '#contract/organization/user'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'

const WIDTH = 520

/** How the link went out by which a password is chosen; where nobody could send it, the link itself, this once. */
export function SentDialog({ of, link: sent, onClose }: { of: string; link: SentLink; onClose: () => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const address = sent.link === null ? null : new URL(sent.link, location.origin).href
  const copy = async () => {
    try {
      // Missing on a plain http address of a local network.
      await navigator.clipboard.writeText(address ?? '')
      setCopied(true)
    } catch {
      field.current?.select()
    }
  }
  const words = t(`organization:user.sent.${sent.by}`, { to: sent.to ?? '', until: momentText(sent.expiresAt).slice(0, 16) })
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      width={WIDTH}
      title={`${t('organization:user.sent.title')} · ${of}`}
      actions={
        <>
          {address !== null && (
            <Button onClick={() => void copy()}>{t(copied ? 'organization:user.sent.copied' : 'organization:user.sent.copy')}</Button>
          )}
          <Button variant="contained" onClick={onClose}>
            {t('organization:user.sent.done')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        <Alert severity={sent.by === 'failed' ? 'error' : sent.by === 'shown' ? 'warning' : 'success'}>{words}</Alert>
        {address !== null && (
          <TextField
            size="small"
            multiline
            label={t('organization:user.sent.link')}
            value={address}
            inputRef={field}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        )}
      </Stack>
    </Modal>
  )
}
