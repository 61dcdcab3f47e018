import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, type PushTarget, type SavedPush } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { type Overlap, OverlapField, USUAL_OVERLAP } from './OverlapField.tsx'

const WIDTH = 480

/** Asks how long the secret before goes along, and makes another one. */
export function RenewDialog({ of, onClose, onMade }: { of: PushTarget; onClose: () => void; onMade: (made: SavedPush) => void }) {
  const { t } = useTranslation()
  // While one is changed only all before can end: no third goes along.
  const isChanging = of.oldSecret !== null
  const [hours, setHours] = useState<Overlap>(USUAL_OVERLAP)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async () => {
    setSaving(true)
    const { id, objectVersionNumber } = of
    const body = { objectVersionNumber, overlapHours: isChanging ? (0 as const) : hours }
    const answer = await call(dataPushCalls.renewSecret, { params: { id }, body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    onMade(answer)
  }
  return (
    <Modal
      open
      onClose={onClose}
      width={WIDTH}
      title={t('organization:dataPush.renewTitle', { name: of.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" loading={isSaving} onClick={() => void make()}>
            {t('organization:dataPush.renew')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {isChanging ? (
          <Alert severity="warning">{t('organization:dataPush.renewChanging')}</Alert>
        ) : (
          <OverlapField value={hours} onChange={setHours} />
        )}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
