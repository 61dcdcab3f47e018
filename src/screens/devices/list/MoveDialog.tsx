import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gateway } from '#contract/devices/gateway'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'

interface Place {
  readonly areaId: number
  /** Null: the base alone. */
  readonly landId: number | null
}

/** Asks for the base, and a plot of it or none, that so many devices are moved to. */
export function MoveDialog({ count, onClose, onMove }: { count: number; onClose: () => void; onMove: (to: Place) => void }) {
  const { t } = useTranslation()
  const draft = useDraftState<{ areaId: number | null; landId: number | null }>('move', { areaId: null, landId: null })
  const { areaId, landId } = draft.value
  const [tried, setTried] = useState(false)
  const move = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (areaId === null) return
    draft.drop()
    onMove({ areaId, landId })
  }
  const close = () => {
    draft.drop()
    onClose()
  }
  const shared = { options: [], onBlur: () => undefined }
  return (
    <Modal open keepOpen onClose={close} width={460} title={t('devices:bulk.moveMany', { count })}>
      <Stack component="form" noValidate spacing={1} onSubmit={move}>
        <DraftNote shown={draft.brought} onDrop={draft.undo} />
        <Typography variant="body2" color="text.secondary" sx={{ pb: 1 }}>
          {t('devices:bulk.moveText')}
        </Typography>
        <ReferenceInput
          {...shared}
          name="areaId"
          label={t('devices:gateway.fields.areaId')}
          field={gateway.fields.areaId}
          value={areaId}
          onChange={(value) => draft.change({ areaId: value as number | null, landId: null })}
          fault={tried && areaId === null ? t('errors:field.required') : undefined}
          disabled={false}
        />
        <ReferenceInput
          {...shared}
          // Another base has other plots.
          key={areaId}
          name="landId"
          label={t('devices:gateway.fields.landId')}
          field={gateway.fields.landId}
          within={areaId ?? undefined}
          value={landId}
          onChange={(value) => draft.change({ areaId, landId: value as number | null })}
          fault={undefined}
          disabled={areaId === null}
        />
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained">
            {t('devices:bulk.move')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
