import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applicationCalls, type NewSecret, OVERLAPS } from '#contract/organization/application'
import { call, isFailure } from '#src/api/call.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'

const WIDTH = 480
const USUAL = 24

/** Asks how long the old secret goes on beside the new one, and makes that. */
export function RotateDialog({
  of,
  onClose,
  onMade,
  onStale,
}: {
  of: Application
  onClose: () => void
  onMade: (made: NewSecret) => void
  onStale: () => void
}) {
  const { t } = useTranslation()
  const hasOld = of.secretAt !== null
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]>(hasOld ? USUAL : 0)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const labelId = useId()
  const make = async () => {
    setSaving(true)
    const { applicationId: id, objectVersionNumber } = of
    const answer = await call(
      applicationCalls.rotate,
      { params: { id }, body: { overlapHours: hours, objectVersionNumber } },
      { quiet: true },
    )
    setSaving(false)
    if (!isFailure(answer)) return onMade(answer)
    setFailure(reasonOf(answer))
    if (answer.code === 'error.version.stale') onStale()
  }
  return (
    <Modal
      open
      onClose={onClose}
      width={WIDTH}
      title={t('organization:application.rotateTitle', { name: of.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" loading={saving} onClick={() => void make()}>
            {t('organization:application.rotate')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        {hasOld && (
          <FormControl>
            <FormLabel id={labelId}>{t('organization:application.overlap')}</FormLabel>
            <RadioGroup
              aria-labelledby={labelId}
              value={hours}
              onChange={(_, value) => setHours(OVERLAPS.find((one) => String(one) === value) ?? USUAL)}
            >
              {OVERLAPS.map((one) => (
                <FormControlLabel
                  key={one}
                  value={one}
                  control={<Radio size="small" />}
                  label={one === 0 ? t('organization:application.overlapNone') : t('organization:application.overlapHours', { count: one })}
                />
              ))}
            </RadioGroup>
          </FormControl>
        )}
        {!hasOld && <span>{t('organization:application.firstSecret')}</span>}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
