import ImageIcon from '@mui/icons-material/ImageOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Image from '@tiptap/extension-image'
import { type Editor, NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingList } from '../files/PendingList.tsx'
import { useObjectUrl } from '../files/objectUrls.ts'
import { useUploads } from '../files/useUploads.ts'
import RichTextInput, { type RichTextKind } from '../ui/RichTextInput.tsx'
import type { InputProps } from './fieldKinds.tsx'
import { pastedPictures } from './pastedPictures.ts'

/** A picture in the text: a file of the tenant, whose token travels in a header. */
function TextPicture({ node, selected }: ReactNodeViewProps) {
  const { src, alt } = node.attrs as { src: string; alt: string | null }
  const { url } = useObjectUrl(src)
  return (
    <NodeViewWrapper>
      <Box
        component="img"
        src={url ?? undefined}
        alt={alt ?? ''}
        data-drag-handle
        sx={{
          display: 'block',
          maxWidth: '100%',
          minHeight: 48,
          borderRadius: 1,
          outline: selected ? '3px solid' : 0,
          outlineColor: 'primary.main',
        }}
      />
    </NodeViewWrapper>
  )
}
const EXTENSIONS = [Image.extend({ addNodeView: () => ReactNodeViewRenderer(TextPicture) })]
const ACCEPTED = 'image/jpeg,image/png'

/** The text of an article: pictures are uploaded where they are pasted, dropped or chosen; those of other sites are refused. */
export default function ArticleTextInput({ value, label, onChange, onBlur, fault, disabled }: InputProps) {
  const { t } = useTranslation()
  const [outside, setOutside] = useState(0)
  const writing = useRef<Editor | null>(null)
  const uploads = useUploads({ bucket: 'news', kind: 'image' }, ({ fileUrl }) => {
    // After what is selected, which may be another picture; one goes on writing below it.
    const at = writing.current?.state.selection.to ?? 0
    writing.current
      ?.chain()
      .focus()
      .insertContentAt(at, [{ type: 'image', attrs: { src: fileUrl, alt: '' } }, { type: 'paragraph' }])
      .run()
  })
  const { add } = uploads
  const kind = useMemo((): RichTextKind => {
    const send = (files: readonly File[], editor: Editor) => {
      writing.current = editor
      add(files)
      return true
    }
    return {
      level: 2,
      extensions: EXTENSIONS,
      onFiles: send,
      pasted(html, editor) {
        const found = pastedPictures(html)
        setOutside(found.outside)
        if (found.files.length > 0) send(found.files, editor)
        return found.html
      },
    }
  }, [add])
  const change = useMemo(() => (html: string | null) => onChange(html ?? ''), [onChange])
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Box>
      <RichTextInput
        tall
        label={label}
        value={(value as string | null) ?? ''}
        disabled={disabled}
        fault={fault}
        kind={kind}
        onBlur={onBlur}
        onChange={change}
        tools={(editor) => (
          <Box sx={{ px: 0.5, borderBottom: 1, borderColor: 'divider' }}>
            <Button
              size="small"
              startIcon={<ImageIcon />}
              disabled={disabled}
              onClick={() => {
                writing.current = editor
                picker.current?.click()
              }}
            >
              {t('crud:richText.picture')}
            </Button>
          </Box>
        )}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t('crud:richText.picture')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <PendingList uploads={uploads} />
      {outside > 0 && (
        <Alert severity="warning" onClose={() => setOutside(0)}>
          {t('crud:richText.outside', { count: outside })}
        </Alert>
      )}
    </Box>
  )
}
