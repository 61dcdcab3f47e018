import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SplitScreen, splitScreenCalls } from '#contract/cameras/splitScreen'
import { call, isFailure } from '#src/api/call.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { Layout } from './layout.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

const NONE = ''

/** The templates of the reader: chosen, saved under the same name or another, deleted. */
export function TemplateBar({
  areaId,
  layout,
  templates,
  template,
  isChanged,
  onShow,
}: {
  areaId: number
  layout: Layout
  templates: readonly SplitScreen[]
  /** The one that was chosen. */
  template: SplitScreen | null
  isChanged: boolean
  onShow: (layout: Layout, templateId: number | null) => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [naming, setNaming] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (of: SplitScreen) => {
    setBusy(true)
    const { id, name, objectVersionNumber } = of
    const answer = await call(
      splitScreenCalls.edit,
      { body: { id, areaId, name, objectVersionNumber, split: layout.split, cameraIds: [...layout.cameraIds] } },
      { quiet: true },
    )
    setBusy(false)
    if (isFailure(answer)) toast('error', answer.fields?.cameraIds ?? reasonOf(answer))
    else toast('success', t('cameras:split.saved'))
  }
  const remove = async ({ id, name }: SplitScreen) => {
    if (!(await confirm({ title: t('cameras:split.removeTitle', { name }), confirm: t('cameras:delete.act'), color: 'error' }))) return
    const answer = await call(splitScreenCalls.remove, { params: { id } }, { quiet: true })
    if (isFailure(answer)) return toast('error', reasonOf(answer))
    toast('success', t('cameras:split.removed'))
    onShow(layout, null)
  }
  return (
    <>
      <TextField
        select
        label={t('cameras:split.template')}
        value={template === null ? NONE : String(template.id)}
        sx={{ minWidth: 160 }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={({ target }) => {
          const next = templates.find(({ id }) => String(id) === target.value)
          if (next) onShow(next, next.id)
          else onShow(layout, null)
        }}
      >
        <MenuItem value={NONE}>{t('cameras:split.noTemplate')}</MenuItem>
        {templates.map(({ id, name }) => (
          <MenuItem key={id} value={String(id)}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {template && (
        <>
          <Button variant="outlined" loading={busy} disabled={!isChanged} onClick={() => void save(template)}>
            {t('cameras:split.save')}
          </Button>
          <Tooltip title={t('cameras:split.remove')}>
            <IconButton aria-label={t('cameras:split.remove')} onClick={() => void remove(template)}>
              <DeleteIcon />
            </IconButton>
          </Tooltip>
        </>
      )}
      <Button variant="outlined" onClick={() => setNaming(true)}>
        {t('cameras:split.saveAs')}
      </Button>
      {isChanged && (
        <Typography variant="caption" component="output" sx={{ color: 'text.secondary' }}>
          {t('cameras:split.changed')}
        </Typography>
      )}
      {naming && (
        <TemplateDialog
          areaId={areaId}
          layout={layout}
          onClose={() => setNaming(false)}
          onSaved={(made) => {
            setNaming(false)
            onShow(layout, made.id)
          }}
        />
      )}
    </>
  )
}
