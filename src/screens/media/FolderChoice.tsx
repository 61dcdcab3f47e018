import { useTranslation } from 'react-i18next'
import type { PictureFolder } from '#contract/media/pictureFolder'
import { SelectField } from '#src/ui/SelectField.tsx'
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
    <SelectField
      fullWidth
      label={label}
      value={value}
      words={folderPaths(folders).map(({ id, path }) => [id, path])}
      none={t('media:library.unfiled')}
      onChange={onChange}
    />
  )
}
