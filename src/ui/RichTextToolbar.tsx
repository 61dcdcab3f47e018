import FormatBold from '@mui/icons-material/FormatBold'
import FormatItalic from '@mui/icons-material/FormatItalic'
import FormatListBulleted from '@mui/icons-material/FormatListBulleted'
import FormatListNumbered from '@mui/icons-material/FormatListNumbered'
import FormatQuote from '@mui/icons-material/FormatQuote'
import LinkIcon from '@mui/icons-material/Link'
import Redo from '@mui/icons-material/Redo'
import Title from '@mui/icons-material/Title'
import Undo from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const LINKED = /^(https?:\/\/|mailto:|tel:)./i

type Run = (chain: ChainedCommands, level: 2 | 4) => ChainedCommands
/** Each act by its word, with what it does, and what it is called in the text where it can be on. */
const ACTS = [
  { name: 'bold', Icon: FormatBold, run: (chain) => chain.toggleBold(), mark: true },
  { name: 'italic', Icon: FormatItalic, run: (chain) => chain.toggleItalic(), mark: true },
  { name: 'heading', Icon: Title, run: (chain, level) => chain.toggleHeading({ level }), mark: true },
  { name: 'bulletList', Icon: FormatListBulleted, run: (chain) => chain.toggleBulletList(), mark: true },
  { name: 'orderedList', Icon: FormatListNumbered, run: (chain) => chain.toggleOrderedList(), mark: true },
  { name: 'blockquote', Icon: FormatQuote, run: (chain) => chain.toggleBlockquote(), mark: true },
  { name: 'link', Icon: LinkIcon, run: null, mark: true },
  { name: 'undo', Icon: Undo, run: (chain) => chain.undo(), mark: false },
  { name: 'redo', Icon: Redo, run: (chain) => chain.redo(), mark: false },
] as const satisfies readonly { name: string; Icon: typeof Undo; run: Run | null; mark: boolean }[]

/** The forms of a text. One stop of the tab key, as toolbars are: the arrows go from button to button. */
export function RichTextToolbar(props: { editor: Editor; label: string; disabled: boolean; level: 2 | 4; children?: ReactNode }) {
  const { editor, label, disabled, level, children } = props
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const [address, setAddress] = useState<string | null>(null)
  const on = useEditorState({ editor, selector: ({ editor: of }) => ACTS.map(({ name, mark }) => mark && of.isActive(name)) })
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ACTS.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + ACTS.length) % ACTS.length
    setAt(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  const act = (which: number) => {
    const { run } = ACTS[which]!
    setAt(which)
    if (run === null) setAddress(address === null ? String(editor.getAttributes('link')['href'] ?? '') : null)
    else (run as Run)(editor.chain().focus(), level).run()
  }
  const typed = useRef<HTMLInputElement>(null)
  const asks = address !== null
  useEffect(() => {
    if (asks) typed.current?.focus()
  }, [asks])
  const wrong = address !== null && address !== '' && !LINKED.test(address.trim())
  const link = (href: string | null) => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === null) chain.unsetLink().run()
    else chain.setLink({ href }).run()
    setAddress(null)
  }
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label={t('crud:richText.toolbar', { label })}
        onKeyDown={move}
        sx={{ flexWrap: 'wrap', borderBottom: 1, borderColor: 'divider', px: 0.5 }}
      >
        {ACTS.map(({ name, Icon, mark }, which) => (
          <Tooltip key={name} title={t(`crud:richText.${name}`)}>
            <IconButton
              size="small"
              disabled={disabled}
              tabIndex={which === at ? 0 : -1}
              color={on[which] === true ? 'primary' : 'default'}
              aria-label={t(`crud:richText.${name}`)}
              {...(mark && { 'aria-pressed': on[which] === true })}
              // The text keeps its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => act(which)}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        ))}
      </Stack>
      {children}
      {address !== null && (
        <Stack direction="row" sx={{ gap: 1, p: 1, alignItems: 'flex-start', borderBottom: 1, borderColor: 'divider' }}>
          <TextField
            size="small"
            fullWidth
            inputRef={typed}
            label={t('crud:richText.address')}
            placeholder="https://"
            value={address}
            error={wrong}
            helperText={wrong ? t('crud:richText.addressWrong') : null}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation()
                setAddress(null)
              }
              if (event.key !== 'Enter') return
              // Inside a form, which it is not to send.
              event.preventDefault()
              if (LINKED.test(address.trim())) link(address.trim())
            }}
          />
          <Button disabled={wrong || address === ''} onClick={() => link(address.trim())}>
            {t('crud:richText.setLink')}
          </Button>
          <Button onClick={() => link(null)} sx={{ whiteSpace: 'nowrap' }}>
            {t('crud:richText.noLink')}
          </Button>
        </Stack>
      )}
    </>
  )
}
