import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panoramaVrCalls, type Vr } from '#contract/panoramas/tour'
import { type TourFacts, type TourFaults, tourFaults } from '#machines/panoramas/work'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { TourFields } from './TourFields.tsx'

const NO_FAULTS: TourFaults = {}

/** Makes a tour, of the chosen base at first; its scenes are added in the editor. */
export function TourForm({ areaId, onClose, onSaved }: { areaId: number | null; onClose: () => void; onSaved: (made: Vr) => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const [begun] = useState((): TourFacts => ({ vrName: '', vrCover: '', description: '', areaId: areaId === null ? [] : [areaId] }))
  const { value, brought, change, undo, drop } = useDraftState<TourFacts>('tour', begun)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const found = tourFaults(value)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    const answer = await call(panoramaVrCalls.add, { body: { ...value, areaId: [...value.areaId] } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFailure(reasonOf(answer))
      return
    }
    guard.setDirty(false)
    drop()
    toast('success', t('panoramas:vr.added'))
    onSaved(answer)
  }
  const close = () => guard.leave(onClose)
  return (
    <Modal open keepOpen onClose={close} width={600} title={t('panoramas:vr.add')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <TourFields
          value={value}
          faults={faults}
          onChange={(facts) => {
            change({ ...value, ...facts })
            guard.setDirty(true, drop)
          }}
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={close}>{t('frame:act.cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
