import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { PictureFolder } from '#contract/media/pictureFolder'
import { folderPaths } from './folderLines.ts'

/** One of the folders, or none. */
export function FolderChoice({
  label,
  folders,
  value,
  onChange,
}: {
  label: string
  folders: readonly PictureFolder[]
  value: number | null
  onChange: (folderId: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={value === null ? '' : String(value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <MenuItem value="">{t('media:library.unfiled')}</MenuItem>
      {folderPaths(folders).map(({ id, path }) => (
        <MenuItem key={id} value={String(id)}>
          {path}
        </MenuItem>
      ))}
    </TextField>
  )
}
