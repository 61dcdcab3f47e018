import BlockIcon from '@mui/icons-material/Block'
import BuildIcon from '@mui/icons-material/BuildOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import MoreIcon from '@mui/icons-material/MoreVert'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { typesOn } from '#contract/devices/deviceType'
import { gatewayCalls } from '#contract/devices/gateway'
import { listPathOf, type ListedPage } from '#contract/devices/pages'
import { call, isFailure } from '#src/api/call.ts'
import { useMay } from '#src/devices/useMay.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { DeviceForm } from '../list/DeviceForm.tsx'
import { PeriodDialog } from '../list/PeriodDialog.tsx'
import { type Credentials, SecretDialog } from '../list/SecretDialog.tsx'
import { useDeviceActs } from '../list/useDeviceActs.ts'
import { MoveForm } from '../list/MoveForm.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'

type Window = 'record' | 'period' | 'place' | 'replace'

/** What may be done with a device itself, to whom it is allowed: in a menu, so that in the hand its values come first. */
export function DeviceActs({
  device,
  parentId,
  page,
  onChanged,
}: {
  device: Device
  parentId: number | null
  page: ListedPage
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const mayEdit = useMay('edit', device.deviceType)
  const mayDelete = useMay('delete', device.deviceType)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [window, setWindow] = useState<Window | null>(null)
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const acts = useDeviceActs({ onSecret: setCredentials, onRemoved: () => void navigate(listPathOf(page)) })
  const close = () => setWindow(null)
  const saved = () => {
    close()
    onChanged()
  }
  const enable = async () => {
    const enabledFlag = device.enabledFlag === 1 ? 0 : 1
    if (enabledFlag === 0) {
      const yes = await confirm({
        title: t('devices:enable.offTitle', { name: device.name }),
        text: t('devices:enable.offText'),
        confirm: t('devices:enable.off'),
        color: 'warning',
      })
      if (!yes) return
    }
    const answer = await call(gatewayCalls.enable, { params: { id: device.id }, body: { enabledFlag } })
    if (isFailure(answer)) return
    toast('success', t(enabledFlag === 1 ? 'devices:enable.wasOn' : 'devices:enable.wasOff'))
    onChanged()
  }
  const items: readonly { name: string; icon: ReactElement; words: string; act: () => void; danger?: boolean }[] = [
    ...(mayEdit
      ? [
          { name: 'edit', icon: <EditIcon />, words: t('devices:gateway.edit'), act: () => setWindow('record') },
          { name: 'period', icon: <TimerIcon />, words: t('devices:gateway.configure'), act: () => setWindow('period') },
          { name: 'place', icon: <MoveIcon />, words: t('devices:place.title'), act: () => setWindow('place') },
          { name: 'replace', icon: <BuildIcon />, words: t('devices:replace.title'), act: () => setWindow('replace') },
          { name: 'secret', icon: <KeyIcon />, words: t('devices:gateway.newSecret'), act: () => void acts.renewSecret(device) },
          {
            name: 'enable',
            icon: <BlockIcon />,
            words: t(device.enabledFlag === 1 ? 'devices:enable.off' : 'devices:enable.on'),
            act: () => void enable(),
          },
        ]
      : []),
    ...(mayDelete
      ? [{ name: 'delete', icon: <DeleteIcon />, words: t('devices:gateway.delete'), act: () => void acts.remove(device), danger: true }]
      : []),
  ]
  return (
    <>
      {items.length > 0 && (
        <Button
          variant="outlined"
          startIcon={<MoreIcon />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {t('devices:device.acts')}
        </Button>
      )}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {items.map(({ name, icon, words, act, danger }) => (
          <MenuItem
            key={name}
            sx={{ minHeight: 48, ...(danger ? { color: 'error.main' } : {}) }}
            onClick={() => {
              setAnchor(null)
              act()
            }}
          >
            <ListItemIcon sx={danger ? { color: 'error.main' } : {}}>{icon}</ListItemIcon>
            <ListItemText>{words}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
      {window === 'record' && <DeviceForm id={device.id} areaId={device.areaId} types={typesOn(page)} onClose={close} onSaved={saved} />}
      {window === 'period' && <PeriodDialog of={device} onClose={close} onSaved={saved} />}
      {window === 'place' && (
        <MoveForm
          title={t('crud:pair', { one: t('devices:place.title'), two: device.name })}
          text={t('devices:place.text')}
          of={{ ...device, parentId }}
          saved={t('devices:place.saved')}
          onMove={(body) => call(gatewayCalls.place, { params: { id: device.id }, body }, { quiet: true })}
          onMoved={saved}
          onClose={close}
        />
      )}
      {window === 'replace' && (
        <ReplaceDialog
          of={device}
          onClose={close}
          onReplaced={(made) => {
            setCredentials(made)
            saved()
          }}
        />
      )}
      {credentials && <SecretDialog of={credentials} onClose={() => setCredentials(null)} />}
    </>
  )
}
