import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureCalls } from '#contract/media/picture'
import { pictureFolder } from '#contract/media/pictureFolder'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { PictureGrid } from './PictureGrid.tsx'
import { useSearch } from '#src/ui/useSearch.ts'

const WIDTH = 880
const SIZE = 20
const SIZES = [SIZE]

/** The picture library, to choose one from. */
export default function LibraryDialog({ onPick, onClose }: { onPick: (fileUrl: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useSearch(search)
  const [folder, setFolder] = useState('')
  const [page, setPage] = useState(1)
  const folders = useCall(pictureFolder.calls.page, { query: { page: 1, size: 0 } }).data?.content ?? []
  const list = useCall(
    pictureCalls.page,
    { query: { page, size: SIZE, ...(wanted === '' ? {} : { search: wanted }), ...(folder ? { folderId: folder } : {}) } },
    { placeholderData: keepPreviousData },
  )
  const pictures = list.data?.content
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('media:library.chooseTitle')}>
      <Stack sx={{ gap: 2, pt: 1 }}>
        <Stack direction="row" sx={{ gap: 1 }}>
          <TextField
            fullWidth
            label={t('media:library.search')}
            value={search}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            onChange={({ target }) => {
              setSearch(target.value)
              setPage(1)
            }}
          />
          <TextField
            select
            label={t('media:library.folder')}
            value={folder}
            sx={{ minWidth: 160 }}
            onChange={({ target }) => {
              setFolder(target.value)
              setPage(1)
            }}
          >
            <MenuItem value="">{t('media:library.all')}</MenuItem>
            {folders.map(({ folderId, folderName }) => (
              <MenuItem key={folderId} value={String(folderId)}>
                {folderName}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        {list.isPending && <SkeletonCards count={8} height={168} />}
        {list.isError && (
          <ErrorState compact title={t('media:library.listFailed')} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {pictures?.length === 0 && <EmptyState compact variant="pageNoContain" title={t('media:library.none')} />}
        {pictures !== undefined && pictures.length > 0 && (
          <>
            <PictureGrid pictures={pictures} onOpen={({ fileUrl }) => onPick(fileUrl)} />
            <Pager
              total={list.data?.totalElements ?? 0}
              paging={{ page, size: SIZE }}
              sizes={SIZES}
              onPaging={(next) => setPage(next.page)}
            />
          </>
        )}
      </Stack>
    </Modal>
  )
}
