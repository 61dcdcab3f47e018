import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Attachment, MAX_ATTACHMENT_MB, MAX_ATTACHMENTS } from '#contract/core/document'
import { FileButton } from './FileButton.tsx'
import { PendingList } from './PendingList.tsx'
import { PickButton } from './PickButton.tsx'
import { refusal, uploadFile, type UploadOptions } from './uploadFile.ts'
import { useUploadsBy } from './useUploads.ts'

const MB = 1024 * 1024
/** A file that is too big is refused before a byte of it is sent. As a file of any content it goes as it is. */
const send = async (file: File, options: UploadOptions) =>
  file.size >= MAX_ATTACHMENT_MB * MB ? refusal('error.file.fileTooBig', { max: MAX_ATTACHMENT_MB }) : uploadFile(file, options)

/** Files of a record in its form: they are sent at once, and are the record's when it is saved. */
export function AttachmentsInput({
  bucket,
  value: files,
  onChange,
  onBusy,
  fault,
}: {
  /** Which drawer of the tenant's files. */
  bucket: string
  value: readonly Attachment[]
  onChange: (files: readonly Attachment[]) => void
  onBusy: (busy: boolean) => void
  fault?: string | undefined
}) {
  const { t } = useTranslation()
  const hintId = useId()
  const [leftOut, setLeftOut] = useState(0)
  // Uploads end later than this paint: they add to what is there then.
  const now = useRef(files)
  useEffect(() => {
    now.current = files
  }, [files])
  const give = (next: readonly Attachment[]) => {
    now.current = next
    onChange(next)
  }
  const uploads = useUploadsBy(send, { kind: 'file', bucket }, ({ id, fileName, fileUrl, bytes }) => {
    if (now.current.length < MAX_ATTACHMENTS) give([...now.current, { id, fileName, fileUrl, bytes }])
  })
  const busy = uploads.pending.some(({ state }) => state !== 'failed')
  useEffect(() => onBusy(busy), [busy, onBusy])
  const free = Math.max(0, MAX_ATTACHMENTS - files.length - uploads.pending.length)
  const pick = (picked: readonly File[]) => {
    setLeftOut(Math.max(0, picked.length - free))
    uploads.add(picked.slice(0, free))
  }
  return (
    <Stack sx={{ gap: 1 }}>
      {files.length > 0 && (
        <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none', alignItems: 'flex-start' }}>
          {files.map((file) => (
            <Stack component="li" direction="row" key={file.id} sx={{ gap: 0.5, alignItems: 'center' }}>
              <FileButton file={file} />
              <IconButton
                size="small"
                aria-label={t('media:remove', { name: file.fileName })}
                onClick={() => give(now.current.filter(({ id }) => id !== file.id))}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            </Stack>
          ))}
        </Stack>
      )}
      <PendingList uploads={uploads} />
      {free > 0 && (
        <PickButton
          accept=""
          several
          disabled={false}
          hint={t('documents:attachments.hint', { count: MAX_ATTACHMENTS, max: MAX_ATTACHMENT_MB })}
          hintId={hintId}
          onPick={pick}
        >
          {t('documents:attachments.add')}
        </PickButton>
      )}
      {leftOut > 0 && <FormHelperText component="output">{t('media:most', { max: MAX_ATTACHMENTS, count: leftOut })}</FormHelperText>}
      {fault !== undefined && (
        <FormHelperText error role="alert">
          {fault}
        </FormHelperText>
      )}
    </Stack>
  )
}
