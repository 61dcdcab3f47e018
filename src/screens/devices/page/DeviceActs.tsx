import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { deviceTypes, typesOn } from '#contract/devices/deviceType'
import { listPathOf, type ListedPage } from '#contract/devices/pages'
import { usePermission } from '#src/session/usePermission.ts'
import { DeviceForm } from '../list/DeviceForm.tsx'
import { PeriodDialog } from '../list/PeriodDialog.tsx'
import { type Credentials, SecretDialog } from '../list/SecretDialog.tsx'
import { useDeviceActs } from '../list/useDeviceActs.ts'

/** What may be done with a device itself, to whom it is allowed. */
export function DeviceActs({ device, page, onChanged }: { device: Device; page: ListedPage; onChanged: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { codes } = deviceTypes[device.deviceType]
  const mayEdit = usePermission(codes.edit) === true
  const mayDelete = usePermission(codes.delete) === true
  const [form, setForm] = useState<'record' | 'period' | null>(null)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const acts = useDeviceActs({ onSecret: setCredentials, onRemoved: () => void navigate(listPathOf(page)) })
  const saved = () => {
    setForm(null)
    onChanged()
  }
  return (
    <>
      {mayEdit && (
        <>
          <Button variant="outlined" startIcon={<EditIcon />} onClick={() => setForm('record')}>
            {t('devices:gateway.edit')}
          </Button>
          <Button variant="outlined" startIcon={<TimerIcon />} onClick={() => setForm('period')}>
            {t('devices:gateway.configure')}
          </Button>
          <Button variant="outlined" startIcon={<KeyIcon />} onClick={() => void acts.renewSecret(device)}>
            {t('devices:gateway.newSecret')}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={() => void acts.remove(device)}>
          {t('devices:gateway.delete')}
        </Button>
      )}
      {form === 'record' && (
        <DeviceForm id={device.id} areaId={device.areaId} types={typesOn(page)} onClose={() => setForm(null)} onSaved={saved} />
      )}
      {form === 'period' && <PeriodDialog of={device} onClose={() => setForm(null)} onSaved={saved} />}
      {credentials && <SecretDialog of={credentials} onClose={() => setCredentials(null)} />}
    </>
  )
}
