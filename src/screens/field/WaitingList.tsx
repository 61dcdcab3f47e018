import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueue } from '#src/field/useFieldQueue.ts'
import { sendQueue } from '#src/field/sender.ts'
import { nextOf } from '#src/kept/operation.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { WaitingItem } from './WaitingItem.tsx'

const WIDTH = 640

/** What waits to be sent, the oldest first, and what of it has to be decided. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { queue, elsewhere } = useQueue()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await sendQueue().catch(() => undefined)
    setBusy(false)
  }
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('field:queue.title')}>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('field:queue.lead')}
        </Typography>
        {queue.length === 0 && <EmptyState variant="noData" title={t('field:queue.empty')} />}
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
          {queue.map((one, at) => (
            <WaitingItem
              key={one.id}
              one={one}
              isBehind={queue
                .slice(0, at)
                .some(({ kind, record, id, trouble }) => trouble !== null && kind === one.kind && (record ?? id) === one.record)}
            />
          ))}
        </Stack>
        {elsewhere > 0 && <Typography variant="body2">{t('field:queue.elsewhere', { count: elsewhere })}</Typography>}
        {nextOf(queue) !== null && (
          <Button variant="outlined" loading={busy} onClick={() => void send()} sx={{ alignSelf: 'flex-start' }}>
            {t('field:queue.sendNow')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}
