import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { useObjectUrl } from '#src/files/objectUrls.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Modal } from '#src/ui/Modal.tsx'

/** What a text or picture hotspot holds (VR-PREVIEW-04). */
export function ContentDialog({
  hotspot,
  title,
  onClose,
}: {
  hotspot: Extract<Hotspot, { HType: 3 | 4 }>
  title: string
  onClose: () => void
}) {
  return (
    <Modal open onClose={onClose} width={hotspot.HType === 3 ? 960 : 560} title={title}>
      {hotspot.HType === 3 ? (
        <Pictures urls={hotspot.content} />
      ) : (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{hotspot.content}</Typography>
      )}
    </Modal>
  )
}

function Pictures({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const label = t('panoramas:preview.picture', { number: at + 1, count: urls.length })
  return (
    <Stack spacing={1} sx={{ alignItems: 'center' }}>
      <Picture key={urls[at]} url={urls[at] ?? ''} label={label} />
      {urls.length > 1 && (
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <IconButton aria-label={t('panoramas:preview.earlier')} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <ChevronLeft />
          </IconButton>
          <Typography component="output" variant="body2">
            {label}
          </Typography>
          <IconButton aria-label={t('panoramas:preview.later')} disabled={at === urls.length - 1} onClick={() => setAt(at + 1)}>
            <ChevronRight />
          </IconButton>
        </Stack>
      )}
    </Stack>
  )
}

function Picture({ url, label }: { url: string; label: string }) {
  const { url: shown, failed } = useObjectUrl(url)
  if (failed) return <EmptyState compact variant="serverError" />
  return (
    <Box sx={{ minHeight: 240, display: 'grid', placeItems: 'center' }}>
      {shown !== null && (
        <Box component="img" src={shown} alt={label} sx={{ maxWidth: '100%', maxHeight: '70dvh', objectFit: 'contain' }} />
      )}
    </Box>
  )
}
