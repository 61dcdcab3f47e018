import RedoIcon from '@mui/icons-material/Redo'
import UndoIcon from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { EditorEvent } from '#machines/panoramas/editorEvents'

/** VR-EDITOR-01: the name, what is saved and what is not, Save and Exit. */
export function EditorHeader({
  name,
  state,
  canUndo,
  canRedo,
  canLeave,
  send,
}: {
  name: string
  state: 'saved' | 'unsaved' | 'saving'
  canUndo: boolean
  canRedo: boolean
  /** Not while scenes are added or taken away: what is pressed then would be lost. */
  canLeave: boolean
  send: (event: EditorEvent) => void
}) {
  const { t } = useTranslation()
  return (
    <Stack
      component="header"
      direction="row"
      sx={{ alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider', flexWrap: 'wrap' }}
    >
      <Typography variant="h1" noWrap sx={{ minWidth: 0, flex: { xs: '1 1 100%', md: '1 1 120px' } }}>
        {name}
      </Typography>
      <Typography
        component="output"
        variant="body2"
        sx={{ mr: { xs: 'auto', md: 0 }, color: state === 'unsaved' ? 'status.warn' : 'text.secondary' }}
      >
        {t(`panoramas:edit.${state}`)}
      </Typography>
      <Tooltip title={t('panoramas:edit.undo')}>
        <span>
          <IconButton aria-label={t('panoramas:edit.undo')} disabled={!canUndo} onClick={() => send({ type: 'edit.undo' })}>
            <UndoIcon />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={t('panoramas:edit.redo')}>
        <span>
          <IconButton aria-label={t('panoramas:edit.redo')} disabled={!canRedo} onClick={() => send({ type: 'edit.redo' })}>
            <RedoIcon />
          </IconButton>
        </span>
      </Tooltip>
      <Button variant="contained" loading={state === 'saving'} onClick={() => send({ type: 'save' })}>
        {t('panoramas:edit.save')}
      </Button>
      <Button variant="outlined" disabled={!canLeave} onClick={() => send({ type: 'leave' })}>
        {t('panoramas:edit.exit')}
      </Button>
    </Stack>
  )
}
