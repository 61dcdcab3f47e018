import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '#src/ui/bytesText.ts'
import { downloadFile } from './downloadFile.ts'

/** A file that is downloaded under its name, with its size. */
export function FileButton({ file }: { file: { readonly fileName: string; readonly fileUrl: string; readonly bytes: number } }) {
  const { t } = useTranslation()
  const [isComing, setComing] = useState(false)
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<DownloadOutlined />}
      loading={isComing}
      loadingPosition="start"
      aria-label={t('media:download', { name: file.fileName })}
      onClick={() => {
        setComing(true)
        void downloadFile(file).finally(() => setComing(false))
      }}
      sx={{ textTransform: 'none', textAlign: 'start', overflowWrap: 'anywhere' }}
    >
      {file.fileName}
      <Box component="span" sx={{ ml: 1, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {bytesText(file.bytes)}
      </Box>
    </Button>
  )
}
