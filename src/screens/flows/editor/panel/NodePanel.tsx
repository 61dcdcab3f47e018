import CloseIcon from '@mui/icons-material/Close'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Section } from '#src/ui/Section.tsx'
import { blankChecks } from '../draft/blank.ts'
import { ONLY } from '../draft/flowDraft.ts'
import { findStep, refusalOf } from '../draft/steps.ts'
import { sayNode } from '../NodeButton.tsx'
import type { FlowView } from '../view.ts'
import { ChecksFields } from './ChecksFields.tsx'
import { StepFields } from './StepFields.tsx'
import { TriggerFields } from './TriggerFields.tsx'

/** What stands in the node that is looked at: its form, or its words where nothing may be changed. */
export function NodePanel({ of, view, flowId }: { of: string; view: FlowView; flowId: number | null }) {
  const { t } = useTranslation()
  const { editor } = view
  const { draft, canEdit } = editor
  const said = sayNode(of, view)
  if (said === null) return null
  const trigger = draft.triggers.find(({ key }) => key === of)
  const found = findStep(draft.steps, of)
  const at = found ? found.slot.at : draft.triggers.findIndex(({ key }) => key === of)
  const count = found ? found.count : draft.triggers.length
  const acts = [
    { word: t('alarms:condition.up'), Icon: UpIcon, off: at <= 0, run: () => editor.move(of, -1) },
    { word: t('alarms:condition.down'), Icon: DownIcon, off: at >= count - 1, run: () => editor.move(of, 1) },
    ...(found
      ? [
          {
            word: t('flows:editor.duplicate'),
            Icon: CopyIcon,
            off: refusalOf(draft.steps, { ...found.slot, at: at + 1 }, found.step) !== null,
            run: () => editor.duplicate(of),
          },
        ]
      : []),
    { word: t('crud:delete'), Icon: DeleteIcon, off: false, run: () => editor.remove(of) },
  ]
  const open = view.open.filter(({ node }) => node === of)
  return (
    <Section
      title={said.kind}
      aside={
        <Stack direction="row">
          {canEdit &&
            of !== ONLY &&
            acts.map(({ word, Icon, off, run }) => (
              <IconButton key={word} aria-label={word} title={word} disabled={off} onClick={run}>
                <Icon fontSize="small" />
              </IconButton>
            ))}
          <IconButton aria-label={t('crud:close')} title={t('crud:close')} onClick={() => editor.select(null)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
      }
    >
      <Stack spacing={2}>
        <Typography variant="body2" component="output" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {said.says}
        </Typography>
        {open.map(({ what }) => (
          <Typography key={what} variant="body2" sx={{ color: 'warning.main' }}>
            {t(`flows:editor.open.${what}`)}
          </Typography>
        ))}
        {canEdit && trigger && <TriggerFields key={of} of={trigger} view={view} flowId={flowId} />}
        {canEdit && found && <StepFields key={of} of={found.step} view={view} />}
        {canEdit && of === ONLY && (
          <>
            {draft.only && <ChecksFields label={t('flows:editor.only')} value={draft.only} view={view} onChange={editor.putOnly} />}
            <Button
              color={draft.only ? 'error' : 'primary'}
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => editor.putOnly(draft.only ? null : blankChecks())}
            >
              {t(draft.only ? 'flows:editor.onlyRemove' : 'flows:editor.onlyAdd')}
            </Button>
          </>
        )}
      </Stack>
    </Section>
  )
}
