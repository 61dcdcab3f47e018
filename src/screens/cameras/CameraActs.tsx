import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import HubIcon from '@mui/icons-material/HubOutlined'
import PowerIcon from '@mui/icons-material/PowerSettingsNew'
import ShareIcon from '@mui/icons-material/ShareOutlined'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Camera, cameraCalls } from '#contract/cameras/camera'
import { CAMERAS_DELETE, CAMERAS_EDIT } from '#contract/cameras/permission'
import { call, isFailure } from '#src/api/call.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useRemoval } from './useRemoval.ts'

const CameraForm = lazyPart(() => import('./form/CameraForm.tsx').then((module) => ({ default: module.CameraForm })))
const ShareDialog = lazyPart(() => import('./form/ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })))
const BindDialog = lazyPart(() => import('./form/BindDialog.tsx').then((module) => ({ default: module.BindDialog })))

/** What may be done with a camera, by who may: changed, shared, bound to a gateway, closed and opened, deleted. */
export function CameraActs({ camera, first, onRemoved }: { camera: Camera; first?: ReactNode; onRemoved?: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayEdit = usePermission(CAMERAS_EDIT) === true
  const mayDelete = usePermission(CAMERAS_DELETE) === true
  const [open, setOpen] = useState<'edit' | 'share' | 'bind' | null>(null)
  const remove = useRemoval()
  const close = () => setOpen(null)
  const { id, name, disabled } = camera
  const toggle = async () => {
    const status = disabled === 1 ? 0 : 1
    const question = { title: t('cameras:disable.title', { name }), text: t('cameras:disable.text'), confirm: t('cameras:disable.act') }
    if (status === 1 && !(await confirm({ ...question, color: 'error' }))) return
    const answer = await call(cameraCalls.disable, { params: { id }, body: { status } }, { quiet: true })
    if (isFailure(answer)) toast('error', reasonOf(answer))
    else toast('success', t(status === 1 ? 'cameras:disable.done' : 'cameras:disable.doneOn'))
  }
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Tooltip title={label}>
      <IconButton aria-label={t('frame:named', { what: label, which: name })} onClick={run}>
        {icon}
      </IconButton>
    </Tooltip>
  )
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      {first}
      {mayEdit && (
        <>
          {act(t('cameras:edit'), <EditIcon fontSize="small" />, () => setOpen('edit'))}
          {act(t('cameras:share.act'), <ShareIcon fontSize="small" />, () => setOpen('share'))}
          {act(t('cameras:bind.act'), <HubIcon fontSize="small" />, () => setOpen('bind'))}
          {act(t(disabled === 1 ? 'cameras:disable.actOn' : 'cameras:disable.act'), <PowerIcon fontSize="small" />, () => void toggle())}
        </>
      )}
      {mayDelete &&
        act(
          t('cameras:delete.act'),
          <DeleteIcon fontSize="small" />,
          () => void remove([camera]).then((removed) => removed && onRemoved?.()),
        )}
      {open !== null && (
        <Suspense>
          {open === 'edit' && <CameraForm id={id} areaId={camera.areaId} onClose={close} />}
          {open === 'share' && <ShareDialog camera={camera} onClose={close} />}
          {open === 'bind' && <BindDialog camera={camera} onClose={close} />}
        </Suspense>
      )}
    </Stack>
  )
}
