import AddIcon from '@mui/icons-material/CreateNewFolderOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import FolderOutlined from '@mui/icons-material/FolderOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PictureFolder, pictureFolder } from '#contract/media/pictureFolder'
import { call, isFailure } from '#src/api/call.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { toast } from '#src/ui/toast.ts'
import { Tree } from '#src/ui/Tree.tsx'
import { ALL, folderLines, mayStandIn, UNFILED } from './folderLines.ts'
import { withOne } from './withOne.ts'

const LINE = 40
const MOST_SHOWN = 12

/** The folders of the library: one is chosen, made, renamed, moved by drag or in its form, and deleted once it is empty. */
export function FoldersPanel({
  folders,
  active,
  onActive,
  onEdit,
  reread,
}: {
  folders: readonly PictureFolder[]
  /** A folder's id as text, `ALL` or `UNFILED`. */
  active: string
  onActive: (key: string) => void
  onEdit: (what: 'new' | number) => void
  reread: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayCreate = usePermission(pictureFolder.codes.create) === true
  const mayEdit = usePermission(pictureFolder.codes.edit) === true
  const mayDelete = usePermission(pictureFolder.codes.delete) === true
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => folderLines(folders, closed), [folders, closed])
  const folderOf = (key: string) => folders.find(({ folderId }) => String(folderId) === key)
  const chosen = folderOf(active)
  const nameOf = (key: string) =>
    key === ALL ? t('media:library.all') : key === UNFILED ? t('media:library.unfiled') : (folderOf(key)?.folderName ?? '')

  const move = async (key: string, onto: string) => {
    const folder = folderOf(key)
    if (folder === undefined) return
    const { folderId, objectVersionNumber, folderName } = folder
    const parentId = folderOf(onto)?.folderId ?? null
    const answer = await call(pictureFolder.calls.update, { body: { folderId, objectVersionNumber, folderName, parentId } })
    reread()
    if (!isFailure(answer)) toast('success', t('media:library.folderSaved'))
  }
  const remove = async ({ folderId: id, folderName, objectVersionNumber }: PictureFolder) => {
    const asked = {
      title: t('media:library.deleteFolderAsk', { name: folderName }),
      text: t('media:library.deleteFolderText'),
      confirm: t('media:library.delete'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const answer = await call(pictureFolder.calls.remove, { params: { id }, query: { objectVersionNumber } })
    reread()
    if (isFailure(answer)) return
    toast('success', t('media:library.folderDeleted'))
    onActive(ALL)
  }
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={run}>
        {icon}
      </IconButton>
    </Tooltip>
  )
  return (
    <Card sx={{ width: { xs: 1, md: 260 }, flexShrink: 0, display: 'flex', flexDirection: 'column', alignSelf: 'flex-start' }}>
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, minHeight: 48 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('media:library.folders')}
        </Typography>
        {mayCreate && act(t('media:library.addFolder'), <AddIcon fontSize="small" />, () => onEdit('new'))}
        {chosen && mayEdit && act(t('media:library.renameFolder'), <EditIcon fontSize="small" />, () => onEdit(chosen.folderId))}
        {chosen && mayDelete && act(t('media:library.deleteFolder'), <DeleteIcon fontSize="small" />, () => void remove(chosen))}
      </Stack>
      <Box sx={{ height: Math.min(lines.length, MOST_SHOWN) * LINE + 8, display: 'flex', pb: 1 }}>
        <Tree
          label={t('media:library.folders')}
          lines={lines}
          lineHeight={LINE}
          active={active}
          onActive={onActive}
          onToggle={(key, open) => setClosed((before) => withOne(before, key, !open))}
          nameOf={nameOf}
          {...(mayEdit
            ? {
                drag: {
                  mayDrag: (key: string) => folderOf(key) !== undefined,
                  mayDrop: (key: string, onto: string) => onto === ALL || mayStandIn(folders, Number(key), Number(onto)),
                  onDrop: (key: string, onto: string) => void move(key, onto),
                },
              }
            : {})}
          render={(key) => (
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flex: 1, minWidth: 0 }}>
              <FolderOutlined aria-hidden fontSize="small" sx={{ color: 'primary.main' }} />
              <Typography variant="body2" noWrap sx={{ flex: 1 }}>
                {nameOf(key)}
              </Typography>
              {folderOf(key) && (
                <SecondaryText variant="caption">{t('media:library.count', { count: folderOf(key)!.allPictures })}</SecondaryText>
              )}
            </Stack>
          )}
        />
      </Box>
    </Card>
  )
}
