import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Camera, cameraCalls } from '#contract/cameras/camera'
import { gateway } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const WIDTH = 460
/** Names that are shown; the rest are counted. */
const NAMED = 8

interface Chosen {
  readonly areaId: number | null
  readonly landId: number | null
}
const NOWHERE: Chosen = { areaId: null, landId: null }

/** Moves cameras to a plot of a base, all or none (CAMERA-ADMIN-06, -08). */
export function TransferDialog({ cameras, onClose }: { cameras: readonly Camera[]; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { value, change, drop } = useDraftState<Chosen>(`transfer ${cameras.map(({ id }) => id).join()}`, NOWHERE)
  const { areaId, landId } = value
  const close = () => {
    drop()
    onClose()
  }
  const [tried, setTried] = useState(false)
  const [why, setWhy] = useState<string>()
  const [saving, setSaving] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (areaId === null || landId === null) return
    setSaving(true)
    const answer = await call(cameraCalls.transfer, { body: cameras.map(({ id }) => ({ id, areaId, landId })) }, { quiet: true })
    setSaving(false)
    if (answer !== 1) {
      toast('error', t('cameras:transfer.failed'))
      setWhy(isFailure(answer) ? reasonOf(answer) : undefined)
      return
    }
    toast('success', t('cameras:transfer.done'))
    void queries.invalidateQueries({ queryKey: queryKeyOf(cameraCalls.page) })
    close()
  }
  const shared = { onBlur: () => undefined, options: [] }
  return (
    <Modal open onClose={close} width={WIDTH} title={t('cameras:transfer.title', { count: cameras.length })}>
      <Stack component="form" noValidate spacing={1} onSubmit={(event) => void send(event)}>
        <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
          {cameras.slice(0, NAMED).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </Box>
        {cameras.length > NAMED && <Typography variant="body2">{t('cameras:transfer.more', { count: cameras.length - NAMED })}</Typography>}
        <ReferenceInput
          {...shared}
          name="areaId"
          label={t('cameras:form.areaId')}
          field={gateway.fields.areaId}
          value={areaId}
          onChange={(next) => change({ areaId: next as number | null, landId: null })}
          fault={tried && areaId === null ? t('cameras:transfer.areaMissing') : undefined}
          disabled={false}
        />
        <ReferenceInput
          {...shared}
          key={areaId}
          name="landId"
          label={t('cameras:form.landId')}
          field={{ ...gateway.fields.landId, required: true }}
          within={areaId ?? undefined}
          value={landId}
          onChange={(next) => change({ areaId, landId: next as number | null })}
          fault={tried && landId === null ? t('cameras:transfer.landMissing') : undefined}
          disabled={areaId === null}
        />
        <FormEnd failure={why} saving={saving} send={t('cameras:transfer.act')} onCancel={close} />
      </Stack>
    </Modal>
  )
}
