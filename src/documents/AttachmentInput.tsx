import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useEffect, useId, useRef, useState } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Attachment, MAX_ATTACHMENT_MB, MAX_ATTACHMENTS } from '#contract/core/document'
import { FileButton } from '#src/files/FileButton.tsx'
import { PendingList } from '#src/files/PendingList.tsx'
import { PickButton } from '#src/files/PickButton.tsx'
import { refusal, uploadFile, type UploadOptions } from '#src/files/uploadFile.ts'
import { useUploadsBy } from '#src/files/useUploads.ts'
import type { Draft } from './draft.ts'

const MB = 1024 * 1024
/** A file that is too big is refused before a byte of it is sent. As a file of any content it goes as it is. */
const send = async (file: File, options: UploadOptions) =>
  file.size >= MAX_ATTACHMENT_MB * MB ? refusal('error.file.fileTooBig', { max: MAX_ATTACHMENT_MB }) : uploadFile(file, options)
const NONE: readonly Attachment[] = []
const OPTIONS = { kind: 'file', bucket: 'documents' } as const

/** The files of a document in its form: they are sent at once, and are the document's when it is saved. */
export function AttachmentInput({ form, onBusy }: { form: UseFormReturn<Draft>; onBusy: (busy: boolean) => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'attachments' })
  const files = (field.value ?? NONE) as readonly Attachment[]
  const [leftOut, setLeftOut] = useState(0)
  // Uploads end later than this paint: they add to what is there then.
  const now = useRef(files)
  useEffect(() => {
    now.current = files
  }, [files])
  const give = (next: readonly Attachment[]) => {
    now.current = next
    field.onChange(next)
  }
  const uploads = useUploadsBy(send, OPTIONS, ({ id, fileName, fileUrl, bytes }) => {
    if (now.current.length < MAX_ATTACHMENTS) give([...now.current, { id, fileName, fileUrl, bytes }])
  })
  const busy = uploads.pending.some(({ state }) => state !== 'failed')
  useEffect(() => onBusy(busy), [busy, onBusy])
  const free = Math.max(0, MAX_ATTACHMENTS - files.length - uploads.pending.length)
  const pick = (picked: readonly File[]) => {
    setLeftOut(Math.max(0, picked.length - free))
    uploads.add(picked.slice(0, free))
  }
  const fault = fieldState.error?.message
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
