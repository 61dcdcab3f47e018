import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Box from '@mui/material/Box'
import { type Editor, EditorContent, type Extensions, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { RichTextToolbar } from './RichTextToolbar.tsx'

type HeadingLevel = 2 | 4
// What the server keeps of it, and no more: nobody writes what is then gone.
const extensionsOf = ({ level, alsoLevels = [] }: RichTextKind) => [
  StarterKit.configure({
    heading: { levels: [level, ...alsoLevels] },
    code: false,
    codeBlock: false,
    trailingNode: false,
    link: { openOnClick: false, protocols: ['mailto', 'tel'], HTMLAttributes: { rel: null, target: null } },
  }),
]
const PASSAGE: RichTextKind = { level: 4 }

/** What else a text may hold, and how it is brought in; it must keep its identity. */
export interface RichTextKind {
  /** The level of its headings: below those of what it is a part of. */
  readonly level: HeadingLevel
  /** Headings of other levels that stand in it already stay as they are. */
  readonly alsoLevels?: readonly (1 | 2 | 3 | 4 | 5 | 6)[]
  readonly extensions?: Extensions
  /** Files that were pasted or dropped; true where they are taken. */
  readonly onFiles?: (files: readonly File[], editor: Editor) => boolean
  /** HTML that was pasted, as it is to be brought in. */
  readonly pasted?: (html: string, editor: Editor) => string
}
export interface RichTextInputProps {
  /** HTML; null where nothing is written. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly onBlur: () => void
  readonly label: string
  readonly disabled: boolean
  /** The words of what is wrong with it. */
  readonly fault: string | undefined
  readonly kind?: RichTextKind
  /** More buttons of its toolbar. */
  readonly tools?: (editor: Editor) => ReactNode
  /** It is what its form is for, and has more room. */
  readonly tall?: boolean
}

/** Text with a few forms, written as it will be seen. What is pasted may look like anything: the server decides what is kept of it. */
export default function RichTextInput(props: RichTextInputProps) {
  const { value, onChange, onBlur, label, disabled, fault, kind = PASSAGE, tools, tall = false } = props
  const labelId = useId()
  const faultId = useId()
  // What was said last: anything else that comes is another text, as when a form is set back.
  const last = useRef(value)
  const made = useRef<Editor | null>(null)
  const take = (files: FileList | undefined) =>
    made.current !== null && files !== undefined && files.length > 0 && (kind.onFiles?.([...files], made.current) ?? false)
  const editor: Editor = useEditor({
    extensions: [...extensionsOf(kind), ...(kind.extensions ?? [])],
    content: value ?? '',
    editable: !disabled,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, 'aria-describedby': faultId },
      handlePaste: (_, event) => take(event.clipboardData?.files),
      handleDrop: (_, event) => take(event.dataTransfer?.files),
      transformPastedHTML: (html) => (made.current ? (kind.pasted?.(html, made.current) ?? html) : html),
    },
    onBlur,
  })
  useEffect(() => {
    made.current = editor
  }, [editor])
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
            minHeight: tall ? 320 : 112,
            maxHeight: tall ? 560 : 360,
            overflowY: 'auto',
            px: 1.5,
            py: 1,
            outline: 0,
            lineHeight: 1.7,
            overflowWrap: 'anywhere',
          },
          '& .tiptap > * + *': { mt: 1 },
          '& .tiptap :is(p, ul, ol, h2, h4, blockquote)': { mb: 0 },
          '& .tiptap > :first-of-type, & .tiptap li p': { mt: 0 },
          '& .tiptap p': { my: 0 },
          '& .tiptap blockquote': { mx: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
          '& .tiptap a': { color: 'primary.main' },
          '& .tiptap table': { borderCollapse: 'collapse' },
          '& .tiptap :is(th, td)': { border: 1, borderColor: 'divider', px: 1, py: 0.5, textAlign: 'start' },
          '& .tiptap img': { maxWidth: '100%' },
        }}
      >
        <RichTextToolbar editor={editor} label={label} disabled={disabled} level={kind.level}>
          {tools?.(editor)}
        </RichTextToolbar>
        <EditorContent editor={editor} />
      </Box>
      <FormHelperText id={faultId}>{fault ?? ' '}</FormHelperText>
    </FormControl>
  )
}
