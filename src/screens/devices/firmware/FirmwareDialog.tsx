import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import { type Firmware, firmwareCalls } from '#contract/devices/firmware'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { NewFirmware } from './NewFirmware.tsx'
import { OfferProgress } from './OfferProgress.tsx'

const sizeText = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString()} KB`

/** Offers the chosen devices of a type a firmware that is kept, or one that is brought now; then how far each of them is. */
export function FirmwareDialog({ rows, onClose }: { rows: readonly Device[]; onClose: () => void }) {
  const { t } = useTranslation()
  const types = [...new Set(rows.map(({ deviceType }) => deviceType))]
  const [type, setType] = useState<DeviceType>(types[0]!)
  const [chosen, setChosen] = useState<number | null>(null)
  const [offered, setOffered] = useState<number | null>(null)
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const query = useCall(firmwareCalls.list, { query: { deviceType: type } })
  const of = rows.filter(({ deviceType }) => deviceType === type)
  const leftOut = rows.filter(({ deviceType }) => deviceType !== type)
  const firmware = query.data?.find(({ id }) => id === chosen)
  const offer = async () => {
    setSending(true)
    const answer = await call(
      firmwareCalls.offer,
      { params: { id: firmware!.id }, body: { deviceIds: of.map(({ id }) => id) } },
      { quiet: true },
    )
    setSending(false)
    if (isFailure(answer)) setFailure(reasonOf(answer))
    else setOffered(firmware!.id)
  }
  const titleOf = ({ version, fileName, bytes }: Firmware) => t('devices:firmware.option', { version, fileName, size: sizeText(bytes) })
  if (offered !== null)
    return (
      <Modal open onClose={onClose} width={640} title={t('devices:firmware.offerTitle')}>
        <OfferProgress id={offered} of={of} />
      </Modal>
    )
  return (
    <Modal
      open
      keepOpen
      onClose={onClose}
      width={640}
      title={t('devices:firmware.offerTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!firmware} loading={sending} onClick={() => void offer()}>
            {t('devices:firmware.offer', { count: of.length })}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        {types.length > 1 && (
          <SelectField
            label={t('devices:settings.many.type')}
            value={type}
            words={types.map((one) => [one, t(`devices:type.${one}`)])}
            onChange={(one) => {
              setType(one)
              setChosen(null)
            }}
          />
        )}
        {leftOut.length > 0 && (
          <Alert severity="warning">
            {t('devices:firmware.leftOut', { count: leftOut.length, names: leftOut.map(({ name }) => name).join(', ') })}
          </Alert>
        )}
        <ListGate
          compact
          query={query}
          rows={1}
          height={48}
          none={<Typography sx={{ color: 'text.secondary' }}>{t('devices:firmware.none')}</Typography>}
        >
          {(offered) => (
            <TextField
              select
              label={t('devices:firmware.choose')}
              value={firmware ? String(firmware.id) : ''}
              helperText={firmware ? `SHA-256 ${firmware.sha256}` : undefined}
              onChange={({ target }) => setChosen(Number(target.value))}
              slotProps={{ formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
            >
              {offered.map((one) => (
                <MenuItem key={one.id} value={String(one.id)} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                  {titleOf(one)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </ListGate>
        <NewFirmware
          key={type}
          type={type}
          onKept={async ({ id }) => {
            await query.refetch()
            setChosen(id)
          }}
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      </Stack>
    </Modal>
  )
}
