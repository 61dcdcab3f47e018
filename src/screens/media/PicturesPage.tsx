import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PICTURES_CREATE, PICTURES_DELETE, PICTURES_EDIT } from '#contract/media/codes'
import { type Picture, PICTURE_SORTS, pictureCalls } from '#contract/media/picture'
import { pictureFolder } from '#contract/media/pictureFolder'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { RecordForm } from '#src/crud/RecordForm.tsx'
import { PictureGrid } from '#src/files/PictureGrid.tsx'
import { UploadPlace } from '#src/crud/UploadPlace.tsx'
import { useUploadsBy } from '#src/files/useUploads.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { ALL, UNFILED } from './folderLines.ts'
import { FoldersPanel } from './FoldersPanel.tsx'
import { ManyDialog } from './ManyDialog.tsx'
import { PictureDetail } from './PictureDetail.tsx'
import { sendPicture } from './sendPicture.ts'
import { withOne } from './withOne.ts'
import { useSearch } from '#src/ui/useSearch.ts'

const SIZES = [20, 50, 100]
const EVERY_FOLDER = { query: { page: 1, size: 0 } }
const NOTHING: ReadonlySet<number> = new Set()
const NO_OPTIONS = {}
const FOLDER_FORM = [['folderName'], ['parentId']] as const
const READS = [pictureCalls.page, pictureCalls.get, pictureCalls.tags, pictureCalls.uses, pictureFolder.calls.page]

/** The picture library of the enterprise. */
export default function PicturesPage() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { reread } = useSettle(READS)
  const mayCreate = usePermission(PICTURES_CREATE) === true
  const mayEdit = usePermission(PICTURES_EDIT) === true
  const mayDelete = usePermission(PICTURES_DELETE) === true
  const [active, setActive] = useState(ALL)
  const [search, setSearch] = useState('')
  const wanted = useSearch(search)
  const [tag, setTag] = useState('')
  const [sort, setSort] = useState<(typeof PICTURE_SORTS)[number]>('newest')
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const [chosen, setChosen] = useState(NOTHING)
  const [many, setMany] = useState<'move' | 'tag' | null>(null)
  // What is open stands in the address: a sign-in after the session expired comes back to it.
  const [address, setAddress] = useSearchParams()
  const opened = Number(/^\d{1,15}$/.exec(address.get('open') ?? '')?.[0] ?? 0)
  const folderEdited = /^(new|\d{1,15})$/.exec(address.get('folder') ?? '')?.[0]
  const show = (given: Record<string, string>) => setAddress(given, { replace: true })

  const folders = useCall(pictureFolder.calls.page, EVERY_FOLDER, { staleTime: 0 })
  const tags = useCall(pictureCalls.tags).data ?? []
  const list = useCall(
    pictureCalls.page,
    {
      query: {
        ...paging,
        sort,
        ...(wanted === '' ? {} : { search: wanted }),
        ...(tag ? { tag } : {}),
        ...(active === ALL ? {} : { folderId: active }),
      },
    },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const all = useMemo(() => folders.data?.content ?? [], [folders.data])
  const first =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setChosen(NOTHING)
      setPaging(({ size }) => ({ page: 1, size }))
    }
  const folderId = active === ALL || active === UNFILED ? null : Number(active)
  const send = useMemo(() => sendPicture(folderId), [folderId])
  const uploads = useUploadsBy(send, NO_OPTIONS, ({ pictureName }) => {
    toast('success', t('media:library.uploaded', { name: pictureName }))
    reread()
  })

  const remove = async (pictures: readonly Pick<Picture, 'pictureId' | 'objectVersionNumber'>[]) => {
    const asked = {
      title: t('media:library.deleteMany', { count: pictures.length }),
      text: t('media:library.deleteText'),
      confirm: t('media:library.delete'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return false
    const refused: string[] = []
    for (const { pictureId: id, objectVersionNumber } of pictures) {
      const answer = await call(pictureCalls.remove, { params: { id }, query: { objectVersionNumber } }, { quiet: true })
      if (isFailure(answer)) refused.push(reasonOf(answer))
    }
    reread()
    setChosen(NOTHING)
    const done = pictures.length - refused.length
    if (done > 0) toast('success', t('media:library.deleted', { count: done }))
    if (refused.length > 0) toast('error', t('media:library.kept', { count: refused.length, reason: refused[0]! }))
    return refused.length === 0
  }
  const pictures = list.data?.content
  return (
    <Page title={t('media:library.title')} lead={t('media:library.lead')}>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2 }}>
        <FoldersPanel
          folders={all}
          active={active}
          onActive={first(setActive)}
          onEdit={(what) => show({ folder: String(what) })}
          reread={reread}
        />
        <Stack sx={{ gap: 2, flex: 1, minWidth: 0 }}>
          <UploadPlace kind="image" uploads={uploads} may={mayCreate}>
            {t('media:library.upload')}
          </UploadPlace>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <TextField
              label={t('media:library.search')}
              value={search}
              slotProps={{ htmlInput: { maxLength: 100 } }}
              onChange={({ target }) => first(setSearch)(target.value)}
              sx={{ flex: 1, minWidth: 180 }}
            />
            <SelectField
              label={t('media:library.tag')}
              value={tag}
              sx={{ minWidth: 140 }}
              words={tags.map((one) => [one.tag, `${one.tag} (${one.pictures})`])}
              none={t('media:library.anyTag')}
              onChange={(one) => first(setTag)(one ?? '')}
            />
            <SelectField
              label={t('media:library.sort')}
              value={sort}
              sx={{ minWidth: 140 }}
              words={PICTURE_SORTS.map((one) => [one, t(`media:library.sorts.${one}`)])}
              onChange={first(setSort)}
            />
          </Stack>
          {chosen.size > 0 && (
            <Stack
              direction="row"
              role="toolbar"
              aria-label={t('media:library.chosen', { count: chosen.size })}
              sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
            >
              <Typography variant="body2">{t('media:library.chosen', { count: chosen.size })}</Typography>
              {mayEdit && <Button onClick={() => setMany('move')}>{t('media:library.move')}</Button>}
              {mayEdit && <Button onClick={() => setMany('tag')}>{t('media:library.tags')}</Button>}
              {mayDelete && (
                <Button color="error" onClick={() => void remove((pictures ?? []).filter(({ pictureId }) => chosen.has(pictureId)))}>
                  {t('media:library.delete')}
                </Button>
              )}
              <Button onClick={() => setChosen(NOTHING)}>{t('media:library.clear')}</Button>
            </Stack>
          )}
          {list.isPending && <SkeletonCards count={8} width={168} height={180} />}
          {list.isError && <ErrorState title={t('media:library.listFailed')} error={list.error} onRetry={() => void list.refetch()} />}
          {pictures?.length === 0 && <EmptyState variant="noData" title={t('media:library.none')} text={t('media:library.noneText')} />}
          {pictures !== undefined && pictures.length > 0 && (
            <>
              <PictureGrid
                pictures={pictures}
                chosen={chosen}
                {...(mayEdit || mayDelete
                  ? {
                      onChoose: (id: number, on: boolean) => setChosen((before) => withOne(before, id, on)),
                    }
                  : {})}
                onOpen={({ pictureId }) => show({ open: String(pictureId) })}
              />
              <Pager
                total={list.data?.totalElements ?? 0}
                paging={paging}
                sizes={SIZES}
                onPaging={(next) => {
                  setChosen(NOTHING)
                  setPaging({ page: next.page, size: next.size })
                }}
              />
            </>
          )}
        </Stack>
      </Stack>
      {opened > 0 && (
        <PictureDetail
          key={opened}
          id={opened}
          folders={all}
          onClose={() => show({})}
          onRemove={(picture) => void remove([picture]).then((done) => done && show({}))}
        />
      )}
      {folderEdited !== undefined && (folderEdited === 'new' ? mayCreate : mayEdit) && (
        <RecordForm
          key={folderEdited}
          of={pictureFolder as never}
          id={folderEdited === 'new' ? null : Number(folderEdited)}
          initial={{ parentId: folderId }}
          layout={FOLDER_FORM}
          onClose={() => show({})}
          onSaved={() => {
            show({})
            reread()
          }}
        />
      )}
      {many !== null && (
        <ManyDialog
          what={many}
          ids={[...chosen]}
          folders={all}
          onClose={() => setMany(null)}
          onDone={() => {
            setMany(null)
            setChosen(NOTHING)
            reread()
          }}
        />
      )}
    </Page>
  )
}
