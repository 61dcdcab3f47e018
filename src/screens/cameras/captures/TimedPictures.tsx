import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraCaptureCalls, type CapturePlan } from '#contract/cameras/capture'
import { CAMERAS_EDIT } from '#contract/cameras/permission'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { NewestCaptures } from './NewestCaptures.tsx'
import { PlanForm } from './PlanForm.tsx'

/** The plans by which a camera takes pictures, and what came of them last. */
export function TimedPictures({ cameraId }: { cameraId: number }) {
  const { t } = useTranslation()
  const mayEdit = usePermission(CAMERAS_EDIT) === true
  const [editing, setEditing] = useState<CapturePlan | 'new' | null>(null)
  const query = useCall(cameraCaptureCalls.list, { query: { cameraId } })
  const add = mayEdit && (
    <Button startIcon={<AddIcon />} onClick={() => setEditing('new')}>
      {t('cameras:capture.add')}
    </Button>
  )
  return (
    <Section title={t('cameras:capture.title')} aside={query.data && query.data.length > 0 && add}>
      <ListGate
        compact
        title={t('cameras:capture.failed')}
        query={query}
        rows={2}
        height={64}
        none={<EmptyState compact variant="noData" title={t('cameras:capture.none')} text={t('cameras:capture.noneText')} action={add} />}
      >
        {(plans) => (
          <>
            <List disablePadding>
              {plans.map((plan) => (
                <Plan key={plan.id} plan={plan} mayEdit={mayEdit} onEdit={() => setEditing(plan)} />
              ))}
            </List>
            <NewestCaptures cameraId={cameraId} />
          </>
        )}
      </ListGate>
      {editing !== null && <PlanForm cameraId={cameraId} plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

function Plan({ plan, mayEdit, onEdit }: { plan: CapturePlan; mayEdit: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { id, name, pictures, nextAt, enabledFlag, crop } = plan
  const remove = async () => {
    const title = t('cameras:capture.removeTitle', { name })
    const text = t('cameras:capture.removeText', { count: pictures })
    if (!(await confirm({ title, text, confirm: t('cameras:capture.act'), color: 'error' }))) return
    const answer = await call(cameraCaptureCalls.remove, { params: { id } })
    if (!isFailure(answer)) toast('success', t('cameras:capture.removed'))
  }
  const { nextAt: _next, pictures: _pictures, newestAt: _newest, ...body } = plan
  const turn = (on: boolean) => void call(cameraCaptureCalls.edit, { body: { ...body, enabledFlag: on ? 1 : 0 } })
  const standing =
    enabledFlag === 0
      ? t('cameras:capture.off')
      : nextAt === null
        ? t('cameras:capture.noNext')
        : t('cameras:capture.next', { when: momentText(nextAt).slice(0, 16) })
  return (
    <ListItem disableGutters divider sx={{ gap: 1, justifyContent: 'space-between' }}>
      <Stack sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
          {crop === '' ? name : t('crud:pair', { one: name, two: crop })}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {standing} · {t('cameras:capture.count', { count: pictures })}
        </Typography>
      </Stack>
      {mayEdit && (
        <Stack direction="row" sx={{ alignItems: 'center', flexShrink: 0 }}>
          <Switch
            checked={enabledFlag === 1}
            onChange={(_, on) => turn(on)}
            slotProps={{ input: { 'aria-label': t('cameras:capture.switch', { name }) } }}
          />
          <IconButton aria-label={t('cameras:capture.edit', { name })} onClick={onEdit}>
            <EditIcon fontSize="small" />
          </IconButton>
          <IconButton aria-label={t('cameras:capture.remove', { name })} onClick={() => void remove()}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Stack>
      )}
    </ListItem>
  )
}
