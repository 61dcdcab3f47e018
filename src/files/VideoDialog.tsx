import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileCalls, parseFileUrl } from '#contract/media/files'
import { call, isFailure } from '#src/api/call.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

const WIDTH = 960

/** Plays a film of the tenant's files in a window; a film is read piece by piece from an address that is good for a while. */
export default function VideoDialog({
  video: { title, fileUrl },
  onClose,
}: {
  video: { readonly title: string; readonly fileUrl: string }
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const file = parseFileUrl(fileUrl)
    let gone = false
    if (file === null) return
    void call(fileCalls.link, { params: { t: file.tenantId, uuid: file.id } }, { quiet: true }).then((answer) => {
      if (gone) return
      setFailed(isFailure(answer))
      if (!isFailure(answer)) setUrl(answer.url)
    })
    return () => {
      gone = true
    }
  }, [fileUrl, tries])
  return (
    <Modal open onClose={onClose} width={WIDTH} title={title} flush>
      {failed ? (
        <ErrorState compact title={t('media:videoFailed')} onRetry={() => setTries((before) => before + 1)} />
      ) : url === null ? (
        <SkeletonList rows={1} height={360} />
      ) : (
        <Box
          component="video"
          controls
          autoPlay
          playsInline
          src={url}
          aria-label={title}
          onError={() => {
            setUrl(null)
            setFailed(true)
          }}
          sx={{ display: 'block', width: 1, maxHeight: '75vh', bgcolor: 'common.black' }}
        />
      )}
    </Modal>
  )
}
