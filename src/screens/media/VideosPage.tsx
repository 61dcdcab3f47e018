import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VIDEOS_CREATE, VIDEOS_DELETE, VIDEOS_EDIT } from '#contract/media/codes'
import { type PromoVideo, promoVideoCalls } from '#contract/media/promoVideo'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { UploadPlace } from '#src/crud/UploadPlace.tsx'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { useUploadsBy } from '#src/files/useUploads.ts'
import VideoDialog from '#src/files/VideoDialog.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { bytesText } from '#src/ui/bytesText.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { OrderedList } from '#src/ui/OrderedList.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { RenameVideo } from './RenameVideo.tsx'
import { sendVideo } from './sendVideo.ts'

const NO_OPTIONS = {}
const idOf = ({ videoId }: PromoVideo) => videoId

/** The promotional videos of the enterprise, in the order in which /home shows those that are enabled. */
export default function VideosPage() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayCreate = usePermission(VIDEOS_CREATE) === true
  const mayEdit = usePermission(VIDEOS_EDIT) === true
  const mayDelete = usePermission(VIDEOS_DELETE) === true
  const list = useCall(promoVideoCalls.list, {}, { staleTime: 0 })
  const [played, setPlayed] = useState<PromoVideo | null>(null)
  const [renamed, setRenamed] = useState<PromoVideo | null>(null)
  const reread = () => void list.refetch()
  const uploads = useUploadsBy(sendVideo, NO_OPTIONS, ({ title }) => {
    toast('success', t('media:promoVideo.uploaded', { name: title }))
    reread()
  })

  const show = async ({ videoId, objectVersionNumber, title }: PromoVideo, enabledFlag: 0 | 1) => {
    const answer = await call(promoVideoCalls.edit, { body: { videoId, objectVersionNumber, title, enabledFlag } })
    reread()
    if (!isFailure(answer)) toast('success', t('media:promoVideo.saved'))
  }
  const remove = async ({ videoId: id, objectVersionNumber, title }: PromoVideo) => {
    const asked = { title: t('media:promoVideo.removeAsk', { title }), text: t('media:promoVideo.removeText'), confirm: t('crud:delete') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const answer = await call(promoVideoCalls.remove, { params: { id }, query: { objectVersionNumber } })
    reread()
    if (!isFailure(answer)) toast('success', t('media:promoVideo.removed'))
  }
  const order = async (ids: readonly number[]) => {
    const answer = await call(promoVideoCalls.order, { body: { videoIds: [...ids] } })
    await list.refetch()
    return !isFailure(answer)
  }
  return (
    <Page title={t('media:promoVideo.title')} lead={t('media:promoVideo.lead')}>
      <Stack sx={{ gap: 2 }}>
        <UploadPlace kind="video" uploads={uploads} may={mayCreate}>
          {t('media:promoVideo.upload')}
        </UploadPlace>
        {list.isPending && <SkeletonList rows={3} height={112} />}
        {list.isError && <ErrorState title={t('media:promoVideo.listFailed')} error={list.error} onRetry={reread} />}
        {list.data?.length === 0 && (
          <EmptyState variant="noData" title={t('media:promoVideo.none')} text={t('media:promoVideo.noneText')} />
        )}
        {list.data !== undefined && list.data.length > 0 && (
          <OrderedList
            label={t('media:promoVideo.title')}
            rows={list.data}
            idOf={idOf}
            words={{
              earlier: ({ title }) => t('media:promoVideo.earlier', { title }),
              later: ({ title }) => t('media:promoVideo.later', { title }),
              moved: ({ title }, nth) => t('media:promoVideo.moved', { title, nth }),
            }}
            {...(mayEdit ? { onOrder: order } : {})}
            render={(video) => (
              <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', flex: 1, minWidth: 0 }}>
                <ButtonBase
                  aria-label={t('media:promoVideo.play', { title: video.title })}
                  onClick={() => setPlayed(video)}
                  sx={{ position: 'relative', borderRadius: 1, overflow: 'hidden' }}
                >
                  <AuthImage src={video.posterUrl} alt="" width={160} height={90} />
                  <PlayCircleOutlined aria-hidden sx={{ position: 'absolute', fontSize: 36, color: 'common.white' }} />
                </ButtonBase>
                <Stack sx={{ flex: 1, minWidth: 160 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{video.title}</Typography>
                  <SecondaryText>{t('media:promoVideo.facts', { seconds: video.seconds, size: bytesText(video.bytes) })}</SecondaryText>
                </Stack>
                <FormControlLabel
                  label={t('media:promoVideo.shown')}
                  disabled={!mayEdit}
                  control={
                    <Switch
                      checked={video.enabledFlag === 1}
                      onChange={(_, on) => void show(video, on ? 1 : 0)}
                      slotProps={{ input: { 'aria-label': t('media:promoVideo.shownOne', { title: video.title }) } }}
                    />
                  }
                />
                <Stack direction="row">
                  {mayEdit && (
                    <IconButton aria-label={t('media:promoVideo.renameOne', { title: video.title })} onClick={() => setRenamed(video)}>
                      <EditIcon />
                    </IconButton>
                  )}
                  {mayDelete && (
                    <IconButton aria-label={t('media:promoVideo.removeOne', { title: video.title })} onClick={() => void remove(video)}>
                      <DeleteIcon />
                    </IconButton>
                  )}
                </Stack>
              </Stack>
            )}
          />
        )}
      </Stack>
      {played !== null && <VideoDialog video={played} onClose={() => setPlayed(null)} />}
      {renamed !== null && (
        <RenameVideo
          of={renamed}
          onClose={() => setRenamed(null)}
          onSaved={() => {
            setRenamed(null)
            reread()
          }}
        />
      )}
    </Page>
  )
}
