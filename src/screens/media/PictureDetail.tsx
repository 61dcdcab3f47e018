import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import TextField from '@mui/material/TextField'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { PICTURES_DELETE, PICTURES_EDIT } from '#contract/media/codes'
import { type Picture, PICTURE_NAME_MOST, pictureCalls } from '#contract/media/picture'
import type { PictureFolder } from '#contract/media/pictureFolder'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { PageForm } from '#src/forms/PageForm.tsx'
import { StaleNote } from '#src/forms/StaleNote.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useHeldVersion } from '#src/forms/useHeldVersion.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { bytesText } from '#src/ui/bytesText.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Fact } from '#src/ui/Fact.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { FolderChoice } from './FolderChoice.tsx'
import { tagsLine, tagsOf } from './tagsText.ts'

const WIDTH = 820

/** One picture: what it is, what shows it, and what it is called. */
export function PictureDetail({
  id,
  folders,
  onRemove,
  onClose,
}: {
  id: number
  folders: readonly PictureFolder[]
  onRemove: (picture: Picture) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { data: picture, error, refetch } = useCall(pictureCalls.get, { params: { id } }, { staleTime: 0 })
  const mayEdit = usePermission(PICTURES_EDIT) === true
  const mayDelete = usePermission(PICTURES_DELETE) === true
  return (
    <Modal open keepOpen onClose={onClose} width={WIDTH} title={picture?.pictureName ?? t('media:library.title')}>
      {error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : picture === undefined ? (
        <SkeletonList rows={4} height={64} />
      ) : (
        <Stack sx={{ gap: 2 }}>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
            <AuthImage
              src={picture.fileUrl}
              alt={picture.pictureName}
              width={380}
              height={285}
              mode="fit"
              sx={{ width: 1, bgcolor: 'action.hover', borderRadius: 1 }}
            />
            <Facts picture={picture} />
          </Box>
          <Uses id={id} />
          {mayEdit && <HeldPicture newest={picture} folders={folders} onSaved={() => void refetch()} />}
          {mayDelete && (
            <Button color="error" sx={{ alignSelf: 'flex-start' }} onClick={() => onRemove(picture)}>
              {t('media:library.delete')}
            </Button>
          )}
        </Stack>
      )}
    </Modal>
  )
}

function Facts({ picture }: { picture: Picture }) {
  const { t } = useTranslation()
  const { bytes, width, height, madeAt, madeBy } = picture
  const made = [madeBy, madeAt === null ? null : momentText(madeAt)].filter((one) => one !== null).join(' · ')
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: 2, rowGap: 1 }}>
      <Fact name={t('media:library.size')}>{bytesText(bytes)}</Fact>
      {width !== null && height !== null && (
        <Fact name={t('media:library.dimensions')}>{t('media:library.pixels', { width, height })}</Fact>
      )}
      <Fact name={t('media:library.made')}>{made}</Fact>
      {picture.tags.length > 0 && <Fact name={t('media:library.tags')}>{tagsLine(picture.tags)}</Fact>}
    </Box>
  )
}

/** What shows the picture, with a way to what the reader may open. */
function Uses({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCall(pictureCalls.uses, { params: { id } }, { staleTime: 0 })
  return (
    <Box component="section" aria-label={t('media:library.uses')}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('media:library.uses')}
      </Typography>
      {error && <ErrorState compact title={t('media:library.usesFailed')} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <SecondaryText>{t('media:library.usesNone')}</SecondaryText>}
      {data !== undefined && data.total > 0 && (
        <Stack component="ul" sx={{ m: 0, pl: 2.5, gap: 0.5 }}>
          {data.uses.map(({ kind, title, path }, at) => (
            <Typography component="li" variant="body2" key={at}>
              {kind}
              {' · '}
              {path === null ? (
                (title ?? t('media:library.noRight'))
              ) : (
                <Link component={RouterLink} to={path}>
                  {title}
                </Link>
              )}
            </Typography>
          ))}
          {data.total > data.uses.length && (
            <Typography component="li" variant="body2">
              {t('media:library.usesMore', { count: data.total - data.uses.length })}
            </Typography>
          )}
        </Stack>
      )}
    </Box>
  )
}

/** What somebody else saves meanwhile is no more than told of while something is typed. */
function HeldPicture({ newest, ...given }: { newest: Picture; folders: readonly PictureFolder[]; onSaved: () => void }) {
  const { shown, key, hold, isOlder, beginAnew } = useHeldVersion(newest)
  return <EditPicture key={key} of={shown} isOlder={isOlder} onTyped={hold} onRenew={beginAnew} {...given} />
}

function EditPicture({
  of,
  folders,
  isOlder,
  onTyped,
  onRenew,
  onSaved,
}: {
  of: Picture
  folders: readonly PictureFolder[]
  isOlder: boolean
  onTyped: (typed: boolean) => void
  onRenew: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const begun = { name: of.pictureName, folderId: of.folderId, tags: tagsLine(of.tags) }
  const form = useFormWindow({ draft: `picture ${of.pictureId}`, begun, asks: false })
  const { value, put, isChanged } = form
  useEffect(() => onTyped(isChanged), [onTyped, isChanged])
  const save = async () => {
    const pictureName = value.name.trim()
    if (pictureName === '') return form.say({}, t('errors:field.onlySpaces'))
    const { pictureId, objectVersionNumber } = of
    const body = { pictureId, objectVersionNumber, pictureName, folderId: value.folderId, tags: tagsOf(value.tags) }
    await form.send(
      async () => {
        const answer = await call(pictureCalls.edit, { body }, { quiet: true })
        if (!isFailure(answer)) return answer
        const said =
          answer.code === 'error.version.stale' ? t('media:library.stale') : (Object.values(answer.fields ?? {})[0] ?? reasonOf(answer))
        form.say({}, said)
        return null
      },
      t('media:library.saved'),
      () => {
        onTyped(false)
        onSaved()
      },
    )
  }
  return (
    <PageForm form={form} aria-label={t('media:library.edit')} sx={{ gap: 2 }} onSave={save}>
      <StaleNote
        shown={isOlder}
        onReload={() => {
          form.undo()
          onRenew()
        }}
      />
      <TextField
        required
        label={t('media:library.name')}
        slotProps={{ htmlInput: { maxLength: PICTURE_NAME_MOST } }}
        {...form.text('name')}
      />
      <FolderChoice label={t('media:library.folder')} folders={folders} value={value.folderId} onChange={(folderId) => put({ folderId })} />
      <TextField
        label={t('media:library.tags')}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
        {...form.text('tags', t('media:library.tagsHint'))}
      />
      {form.failure !== undefined && <Alert severity="error">{form.failure}</Alert>}
      <Button type="submit" variant="contained" loading={form.saving} sx={{ alignSelf: 'flex-end' }}>
        {t('media:library.save')}
      </Button>
    </PageForm>
  )
}
