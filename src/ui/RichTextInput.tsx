import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Box from '@mui/material/Box'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { RichTextToolbar } from './RichTextToolbar.tsx'

// What the server keeps of it, and no more: nobody writes what is then gone.
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [4] },
    code: false,
    codeBlock: false,
    trailingNode: false,
    link: { openOnClick: false, protocols: ['mailto', 'tel'], HTMLAttributes: { rel: null, target: null } },
  }),
]

export interface RichTextInputProps {
  /** HTML; null where nothing is written. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly onBlur: () => void
  readonly label: string
  readonly disabled: boolean
  /** The words of what is wrong with it. */
  readonly fault: string | undefined
}

/** Text with a few forms, written as it will be seen. What is pasted may look like anything: the server decides what is kept of it. */
export default function RichTextInput({ value, onChange, onBlur, label, disabled, fault }: RichTextInputProps) {
  const labelId = useId()
  const faultId = useId()
  // What was said last: anything else that comes is another text, as when a form is set back.
  const last = useRef(value)
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value ?? '',
    editable: !disabled,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, 'aria-describedby': faultId } },
    onBlur,
  })
  useEffect(() => {
    const tell = () => {
      last.current = editor.isEmpty ? null : editor.getHTML()
      onChange(last.current)
    }
    editor.on('update', tell)
    return () => void editor.off('update', tell)
  }, [editor, onChange])
  useEffect(() => {
    if (value === last.current) return
    last.current = value
    editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  return (
    <FormControl error={fault !== undefined} disabled={disabled} fullWidth>
      <FormLabel id={labelId} component="span" sx={{ typography: 'body2', mb: 1 }}>
        {label}
      </FormLabel>
      <Box
        sx={{
          border: 1,
          borderColor: fault === undefined ? 'divider' : 'error.main',
          borderRadius: 1,
          '&:focus-within': { borderColor: fault === undefined ? 'primary.main' : 'error.main' },
          '& .tiptap': {
            minHeight: 112,
            maxHeight: 360,
            overflowY: 'auto',
            px: 1.5,
            py: 1,
            outline: 0,
            lineHeight: 1.7,
            overflowWrap: 'anywhere',
          },
          '& .tiptap > * + *': { mt: 1 },
          '& .tiptap :is(p, ul, ol, h4, blockquote)': { mb: 0 },
          '& .tiptap > :first-of-type, & .tiptap li p': { mt: 0 },
          '& .tiptap p': { my: 0 },
          '& .tiptap blockquote': { mx: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
          '& .tiptap a': { color: 'primary.main' },
        }}
      >
        <RichTextToolbar editor={editor} label={label} disabled={disabled} />
        <EditorContent editor={editor} />
      </Box>
      <FormHelperText id={faultId}>{fault ?? ' '}</FormHelperText>
    </FormControl>
  )
}
