import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ReplayIcon from '@mui/icons-material/ReplayOutlined'
import { useTranslation } from 'react-i18next'
import { type Panorama, panoramaCalls } from '#contract/panoramas/panorama'
import { PANORAMA_DELETE, PANORAMA_EDIT } from '#contract/panoramas/permission'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { toast } from '#src/ui/toast.ts'
import { useEnabled } from '../useEnabled.tsx'

const CODES = [PANORAMA_EDIT, PANORAMA_DELETE]

/** What may be done to a panorama by who holds the codes. */
export function usePanoramaActs({ rename }: { rename: (of: Panorama) => void }): readonly RowAction<Panorama>[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([panoramaCalls.page])
  const enabled = useEnabled()
  const holds = useHeld(CODES)
  const enable = async (of: Panorama) => {
    const { panoramaId, panoramaName, objectVersionNumber, enabledFlag } = of
    const body = { panoramaId, panoramaName, objectVersionNumber, enabledFlag: enabledFlag === 1 ? 0 : 1 } as const
    settle(await call(panoramaCalls.edit, { body }, { quiet: true }), enabled.turned(of, panoramaName))
  }
  const remove = async ({ panoramaId, panoramaName, scenes }: Panorama) => {
    if (scenes > 0) return toast('warning', t('panoramas:panorama.used', { count: scenes, name: panoramaName }))
    const asked = { title: t('panoramas:panorama.removeTitle', { name: panoramaName }), text: t('panoramas:panorama.removeText') }
    if (!(await confirm({ ...asked, confirm: t('crud:delete'), color: 'error' }))) return
    settle(await call(panoramaCalls.remove, { params: { id: panoramaId } }, { quiet: true }), t('crud:deleted'))
  }
  const again = async ({ panoramaId }: Panorama) =>
    settle(await call(panoramaCalls.again, { params: { id: panoramaId } }, { quiet: true }), t('panoramas:panorama.begun'))
  const mayEdit = holds(PANORAMA_EDIT)
  return [
    { name: 'rename', label: t('panoramas:panorama.rename'), icon: <EditIcon />, may: mayEdit, run: rename },
    {
      name: 'again',
      label: t('panoramas:panorama.again'),
      icon: <ReplayIcon />,
      may: mayEdit,
      shown: ({ state }) => state === 'failed',
      run: (row) => void again(row),
    },
    ...enabled.acts(enable, mayEdit),
    { name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, may: holds(PANORAMA_DELETE), run: (row) => void remove(row) },
  ]
}
