import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gateway } from '#contract/devices/gateway'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { Modal } from '#src/ui/Modal.tsx'

interface Place {
  readonly areaId: number
  /** Null: the base alone. */
  readonly landId: number | null
}

/** Asks for the base, and a plot of it or none, that so many devices are moved to. */
export function MoveDialog({ count, onClose, onMove }: { count: number; onClose: () => void; onMove: (to: Place) => void }) {
  const { t } = useTranslation()
  const [areaId, setBase] = useState<number | null>(null)
  const [landId, setPlot] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const move = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (areaId !== null) onMove({ areaId, landId })
  }
  const shared = { options: [], onBlur: () => undefined }
  return (
    <Modal open keepOpen onClose={onClose} width={460} title={t('devices:bulk.moveMany', { count })}>
      <Stack component="form" noValidate spacing={1} onSubmit={move}>
        <Typography variant="body2" color="text.secondary" sx={{ pb: 1 }}>
          {t('devices:bulk.moveText')}
        </Typography>
        <ReferenceInput
          {...shared}
          name="areaId"
          label={t('devices:gateway.fields.areaId')}
          field={gateway.fields.areaId}
          value={areaId}
          onChange={(value) => {
            setBase(value as number | null)
            setPlot(null)
          }}
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
          onChange={(value) => setPlot(value as number | null)}
          fault={undefined}
          disabled={areaId === null}
        />
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained">
            {t('devices:bulk.move')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
