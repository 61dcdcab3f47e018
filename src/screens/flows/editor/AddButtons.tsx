import AddIcon from '@mui/icons-material/Add'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import { MAX_TRIGGERS, STEP_KINDS, TRIGGER_KINDS } from '#contract/flows/definition'
import { refusalOf, type Slot } from './draft/steps.ts'
import { STEP_PICTURES, TRIGGER_PICTURES } from './pictures.ts'
import type { Editor } from './useEditor.ts'

interface Choice {
  readonly name: string
  readonly word: string
  /** Why it cannot be chosen here; what it is for where it can. */
  readonly hint: string
  readonly off: boolean
  readonly Picture: ComponentType<SvgIconProps>
  readonly run: () => void
}

/** A plus that opens a menu of what can be added there. `node` names it for the keys that walk a graph. */
function AddButton({ label, node, choices, off = false }: { label: string; node?: string; choices: readonly Choice[]; off?: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        title={label}
        disabled={off}
        {...(node === undefined ? {} : { 'data-node': node })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ width: 28, height: 28, border: 1, borderColor: 'divider', bgcolor: 'background.paper', pointerEvents: 'all' }}
      >
        <AddIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {choices.map(({ name, word, hint, off: isOff, Picture, run }) => (
          <MenuItem
            key={name}
            disabled={isOff}
            sx={{ maxWidth: 380, minHeight: 48 }}
            onClick={() => {
              setAnchor(null)
              run()
            }}
          >
            <ListItemIcon>
              <Picture fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={word} secondary={hint} slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** Adds a step of a kind in a slot. */
export function AddStep({ editor, slot, label, node }: { editor: Editor; slot: Slot; label: string; node?: string }) {
  const { t } = useTranslation()
  const choices = STEP_KINDS.map((kind): Choice => {
    const refusal = refusalOf(editor.draft.steps, slot, kind)
    return {
      name: kind,
      word: t(`flows:editor.step.${kind}`),
      hint: refusal === null ? t(`flows:editor.stepHint.${kind}`) : t(`flows:editor.refusal.${refusal}`),
      off: refusal !== null,
      Picture: STEP_PICTURES[kind],
      run: () => editor.addStep(slot, kind),
    }
  })
  return <AddButton label={label} choices={choices} {...(node === undefined ? {} : { node })} />
}

/** Adds a trigger of a kind. */
export function AddTrigger({ editor, node }: { editor: Editor; node?: string }) {
  const { t } = useTranslation()
  const isFull = editor.draft.triggers.length >= MAX_TRIGGERS
  const choices = TRIGGER_KINDS.map((kind) => ({
    name: kind,
    word: t(`flows:editor.trigger.${kind}`),
    hint: t(`flows:editor.triggerHint.${kind}`),
    off: false,
    Picture: TRIGGER_PICTURES[kind],
    run: () => editor.addTrigger(kind),
  }))
  return (
    <AddButton
      label={t(isFull ? 'flows:editor.refusal.triggers' : 'flows:editor.addTrigger')}
      choices={choices}
      off={isFull}
      {...(node === undefined ? {} : { node })}
    />
  )
}
