import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SplitScreen, splitScreenCalls } from '#contract/cameras/splitScreen'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { Layout } from './layout.ts'

const WIDTH = 420
const NAME_MAX = 30
const TAKEN_CODE = 'error.camera.splitTaken'

/** Asks for the name under which what is shown is kept. */
export function TemplateDialog({
  areaId,
  layout: { split, cameraIds },
  onClose,
  onSaved,
}: {
  areaId: number
  layout: Layout
  onClose: () => void
  onSaved: (made: SplitScreen) => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { value: name, change: setName, drop } = useDraftState(`splitTemplate ${areaId}`, '')
  const close = () => {
    drop()
    onClose()
  }
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (name.trim() === '') return setFault(t('errors:field.required'))
    setSaving(true)
    const answer = await call(
      splitScreenCalls.add,
      { body: { areaId, name: name.trim(), split, cameraIds: [...cameraIds] } },
      { quiet: true },
    )
    setSaving(false)
    if (isFailure(answer)) {
      const beside = answer.fields?.name ?? (answer.code === TAKEN_CODE ? reasonOf(answer) : undefined)
      if (beside === undefined) setFailure(answer.fields?.cameraIds ?? reasonOf(answer))
      else setFault(beside)
      return
    }
    drop()
    toast('success', t('cameras:split.saved'))
    // Its name stands in the list before the choice falls on it.
    await queries.invalidateQueries({ queryKey: queryKeyOf(splitScreenCalls.list) })
    onSaved(answer)
  }
  return (
    <Modal open onClose={close} width={WIDTH} title={t('cameras:split.saveAs')}>
      <Stack component="form" noValidate spacing={1.5} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <TextField
          required
          label={t('cameras:split.name')}
          value={name}
          error={fault !== undefined}
          helperText={fault ?? ' '}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          onChange={({ target }) => {
            setName(target.value)
            setFault(undefined)
          }}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
