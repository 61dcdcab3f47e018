import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '#src/devices/CopyLine.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Modal } from '#src/ui/Modal.tsx'

const WIDTH = 640
export interface Line {
  readonly label: string
  readonly text: string
}

/** A secret, the one time that it can be seen: the last of these lines. */
export function SecretOnce({
  title,
  lead,
  lines,
  onClose,
}: {
  title: string
  /** What it is for, where that is to be said. */
  lead?: string
  lines: readonly Line[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [copied, setCopied] = useState(false)
  const leave = async () => {
    const question = {
      title: t('organization:application.leaveTitle'),
      text: t('organization:application.leaveText'),
      confirm: t('organization:application.leave'),
      stay: t('organization:application.stay'),
    }
    if (copied || (await confirm({ ...question, color: 'error' }))) onClose()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={() => void leave()}
      width={WIDTH}
      title={title}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('organization:application.kept')}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Alert severity="warning">
          {lead} {t('organization:application.once')}
        </Alert>
        {lines.map(({ label, text }, at) => (
          <CopyLine key={label} label={label} text={text} {...(at === lines.length - 1 && { onCopied: () => setCopied(true) })} />
        ))}
      </Stack>
    </Modal>
  )
}
