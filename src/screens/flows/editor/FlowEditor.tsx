import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flow, FlowVersion } from '#contract/flows/flow'
import { flowTrialCalls } from '#contract/flows/trial'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { TrialSection } from '#src/watch/trial/TrialSection.tsx'
import { useWritten } from '#src/watch/useWritten.ts'
import { WrittenForm } from '#src/watch/WrittenForm.tsx'
import type { Writing } from '#src/watch/WrittenPage.tsx'
import { useFlowActs } from '../useFlowActs.tsx'
import { blankFlow } from './draft/blank.ts'
import { draftOfDefinition, draftOfFlow, flowDraftBody, whatOf } from './draft/convert.ts'
import type { FlowDraft } from './draft/flowDraft.ts'
import { openOf } from './draft/open.ts'
import { FlowSection } from './FlowSection.tsx'
import { SettingsRead } from './SettingsRead.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { FlowTrialResult } from './trial/FlowTrialResult.tsx'
import { useEditor } from './useEditor.ts'
import { useFlowNames } from './useFlowNames.ts'
import { useFlowSaving } from './useFlowSaving.ts'
import { VersionsDrawer } from './versions/VersionsDrawer.tsx'
import type { FlowView } from './view.ts'

/** Writes a flow, or a new one: what stands in it, its settings, and a dry run of it. An enabled one is only looked at (FLOW-02). */
export function FlowEditor({
  writing,
  mayRun,
  looksBack,
  onLooked,
}: {
  writing: Writing<Flow>
  mayRun: boolean
  /** Its versions are looked at. */
  looksBack: boolean
  onLooked: () => void
}) {
  const { t } = useTranslation()
  const { of, areaId, mayEdit } = writing
  const isOn = of?.enabledFlag === 1
  const canEdit = mayEdit && !isOn
  const kept = useDraft<FlowDraft>('flow')
  const [begun] = useState(() => (of === null ? blankFlow() : draftOfFlow(of)))
  const editor = useEditor((canEdit && kept.found) || begun, canEdit)
  const { draft } = editor
  const written = useWritten({
    kept,
    begun,
    draft,
    canEdit,
    writing,
    bodyOf: (value) => flowDraftBody(value, areaId),
    whatOf,
    onOpen: editor.open,
  })
  const saving = useFlowSaving(of, areaId)
  const acts = useFlowActs()
  const alarmWords = useAlarmWords()
  const names = useFlowNames(draft, areaId)
  const words = { ...alarmWords, names }
  const open = openOf(draft, written.saved, of?.open ?? [], names)
  const { faults, faulty } = saving
  const view: FlowView = { areaId, editor, words, faults, faulty, open }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
    // In an input these keys are the input's own.
    const isTyping = (event.target as Element).closest('input, textarea') !== null
    if (isTyping || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) editor.redo()
    else editor.undo()
  }
  const adopt = (version: FlowVersion) => {
    editor.change(draftOfDefinition(version.definition))
    onLooked()
  }
  const disable = mayRun && of && (
    <Button color="inherit" onClick={() => void acts.enable(of, false)}>
      {t('flows:flow.act.disable')}
    </Button>
  )
  return (
    <WrittenForm
      writing={writing}
      written={written}
      saving={saving}
      above={
        isOn &&
        mayEdit && (
          <Alert severity="info" action={disable}>
            {t('flows:editor.readOnly')}
          </Alert>
        )
      }
      onSave={() => void written.save(() => saving.save(draft))}
      onLost={() => editor.select([...faulty][0] ?? null)}
      onKeyDown={onKeyDown}
      buttons={
        canEdit && (
          <Button type="submit" variant="contained" loading={saving.saving}>
            {t('crud:save')}
          </Button>
        )
      }
    >
      {canEdit && <SettingsSection view={view} />}
      <FlowSection view={view} flowId={of?.id ?? null} />
      {!canEdit && of && <SettingsRead of={of} />}
      {mayEdit && (
        <TrialSection
          calls={flowTrialCalls}
          words="flows:editor.trial"
          {...written.trial}
          read={() => {
            const definition = saving.readDefinition(draft)
            return definition && { body: { areaId, flowId: of?.id ?? null, definition }, what: JSON.stringify(definition) }
          }}
          onRefused={saving.refused}
        >
          {(trial) => <FlowTrialResult of={trial} />}
        </TrialSection>
      )}
      {looksBack && of && <VersionsDrawer of={of} canEdit={canEdit} onAdopt={adopt} onClose={onLooked} />}
    </WrittenForm>
  )
}
