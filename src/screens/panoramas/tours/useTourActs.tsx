import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PublicIcon from '@mui/icons-material/PublicOutlined'
import ViewIcon from '@mui/icons-material/VisibilityOutlined'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { editVrPath, previewVrPath } from '#contract/panoramas/pages'
import { VR_DELETE, VR_EDIT, VR_PUBLISH } from '#contract/panoramas/permission'
import { panoramaVrCalls, type Vr } from '#contract/panoramas/tour'
import { call } from '#src/api/call.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { useEnabled } from '../useEnabled.tsx'

const CODES = [VR_EDIT, VR_DELETE, VR_PUBLISH]
/** A file name that every system takes. */
const fileNameOf = (name: string) => `${name.replace(/[\\/:*?"<>|]/g, '_')}.zip`

/** What may be done to a tour by who holds the codes. */
export function useTourActs({ publish }: { publish: (of: Vr) => void }): readonly RowAction<Vr>[] {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const go = useNavigate()
  const confirm = useConfirm()
  const { settle } = useSettle([panoramaVrCalls.page])
  const enabled = useEnabled()
  const holds = useHeld(CODES)
  const enable = async (of: Vr) => {
    const body = { enabledFlag: of.enabledFlag === 1 ? 0 : 1 } as const
    settle(await call(panoramaVrCalls.enable, { params: { vrId: of.vrId }, body }, { quiet: true }), enabled.turned(of, of.vrName))
  }
  const remove = async ({ vrId, vrName, scenes }: Vr) => {
    const asked = { title: t('panoramas:vr.removeTitle', { name: vrName }), text: t('panoramas:vr.removeText', { count: scenes }) }
    if (!(await confirm({ ...asked, confirm: t('crud:delete'), color: 'error' }))) return
    settle(await call(panoramaVrCalls.remove, { params: { vrId } }, { quiet: true }), t('crud:deleted'))
  }
  return [
    {
      name: 'preview',
      label: t('panoramas:vr.preview'),
      icon: <ViewIcon />,
      shown: ({ scenes }) => scenes > 0,
      run: ({ vrId }) => void go(previewVrPath(vrId)),
    },
    { name: 'edit', label: t('crud:edit'), icon: <EditIcon />, may: holds(VR_EDIT), run: ({ vrId }) => void go(editVrPath(vrId)) },
    ...enabled.acts<Vr>(enable, holds(VR_EDIT)),
    { name: 'publish', label: t('panoramas:vr.publishing'), icon: <PublicIcon />, may: holds(VR_PUBLISH), run: publish },
    {
      name: 'package',
      label: t('panoramas:vr.package'),
      icon: <DownloadIcon />,
      shown: ({ scenes }) => scenes > 0,
      run: ({ vrId, vrName }) =>
        void downloadFile({
          fileUrl: panoramaVrCalls.package.path.replace('{t}', String(tenantId)).replace('{vrId}', String(vrId)),
          fileName: fileNameOf(vrName),
        }),
    },
    { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, may: holds(VR_DELETE), run: (row) => void remove(row) },
  ]
}
