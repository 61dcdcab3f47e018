import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ReplayIcon from '@mui/icons-material/ReplayOutlined'
import { useTranslation } from 'react-i18next'
import { type Panorama, panoramaCalls } from '#contract/panoramas/panorama'
import { PANORAMA_DELETE, PANORAMA_EDIT } from '#contract/panoramas/permission'
import { call, isFailure } from '#src/api/call.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const CODES = [PANORAMA_EDIT, PANORAMA_DELETE]

/** What may be done to a panorama by who holds the codes. */
export function usePanoramaActs({
  rename,
  refetch,
}: {
  rename: (of: Panorama) => void
  refetch: () => void
}): readonly RowAction<Panorama>[] {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const holds = useHeld(CODES)
  const told = async (words: string, answer: Promise<object | number>) => {
    const settled = await answer
    refetch()
    if (isFailure(settled)) toast('error', reasonOf(settled))
    else toast('success', words)
  }
  const enable = ({ panoramaId, panoramaName, objectVersionNumber, enabledFlag }: Panorama) =>
    told(
      t(enabledFlag === 1 ? 'panoramas:enabled.disabled' : 'panoramas:enabled.enabled', { name: panoramaName }),
      call(
        panoramaCalls.edit,
        { body: { panoramaId, panoramaName, objectVersionNumber, enabledFlag: enabledFlag === 1 ? 0 : 1 } },
        { quiet: true },
      ),
    )
  const remove = async ({ panoramaId, panoramaName, scenes }: Panorama) => {
    if (scenes > 0) return toast('warning', t('panoramas:panorama.used', { count: scenes, name: panoramaName }))
    const asked = { title: t('panoramas:panorama.removeTitle', { name: panoramaName }), text: t('panoramas:panorama.removeText') }
    if (!(await confirm({ ...asked, confirm: t('crud:delete'), color: 'error' }))) return
    await told(t('crud:deleted'), call(panoramaCalls.remove, { params: { id: panoramaId } }, { quiet: true }))
  }
  const edits: RowAction<Panorama>[] = [
    { name: 'rename', label: t('panoramas:panorama.rename'), icon: <EditIcon />, run: rename },
    {
      name: 'again',
      label: t('panoramas:panorama.again'),
      icon: <ReplayIcon />,
      shown: ({ state }) => state === 'failed',
      run: ({ panoramaId }) =>
        void told(t('panoramas:panorama.begun'), call(panoramaCalls.again, { params: { id: panoramaId } }, { quiet: true })),
    },
    {
      name: 'disable',
      label: t('panoramas:enabled.disable'),
      icon: <BlockIcon />,
      shown: ({ enabledFlag }) => enabledFlag === 1,
      run: (row) => void enable(row),
    },
    {
      name: 'enable',
      label: t('panoramas:enabled.enable'),
      icon: <CheckIcon />,
      shown: ({ enabledFlag }) => enabledFlag !== 1,
      run: (row) => void enable(row),
    },
  ]
  return [
    ...(holds(PANORAMA_EDIT) ? edits : []),
    ...(holds(PANORAMA_DELETE)
      ? [{ name: 'delete', label: t('crud:delete'), icon: <DeleteIcon />, run: (row: Panorama) => void remove(row) }]
      : []),
  ]
}
