import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flow, FlowVersion } from '#contract/flows/flow'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import type { Tried } from '#src/alarms/tried/tried.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { blankFlow } from './draft/blank.ts'
import { draftOfDefinition, draftOfFlow, flowDraftBody, whatOf } from './draft/convert.ts'
import type { FlowDraft } from './draft/flowDraft.ts'
import { openOf } from './draft/open.ts'
import { FlowSection } from './FlowSection.tsx'
import { SettingsRead } from './SettingsRead.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { FlowTrialSection } from './trial/FlowTrialSection.tsx'
import { useEditor } from './useEditor.ts'
import { useFlowActs } from './useFlowActs.ts'
import { useFlowNames } from './useFlowNames.ts'
import { useFlowSaving } from './useFlowSaving.ts'
import { VersionsDrawer } from './versions/VersionsDrawer.tsx'
import type { FlowView } from './view.ts'

/** Writes a flow, or a new one: what stands in it, its settings, and a dry run of it. An enabled one is only looked at (FLOW-02). */
export function FlowEditor({
  of,
  areaId,
  mayEdit,
  mayRun,
  newer,
  versions,
  onVersions,
  tried,
  onTried,
  onDirty,
  onSaved,
  onReload,
  onCancel,
}: {
  of: Flow | null
  areaId: number
  mayEdit: boolean
  mayRun: boolean
  /** The server holds another version than `of`. */
  newer: boolean
  /** Whether the versions are looked at. */
  versions: boolean
  onVersions: (shown: boolean) => void
  /** The dry run that is shown. */
  tried: Tried | null
  onTried: (tried: Tried) => void
  onDirty: (dirty: boolean) => void
  onSaved: (flow: Flow) => void
  /** Gives up what was written for what is there now. */
  onReload: () => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const form = useRef<HTMLFormElement>(null)
  const isOn = of?.enabledFlag === 1
  const canEdit = mayEdit && !isOn
  const kept = useDraft<FlowDraft>('flow')
  const [saved, setSaved] = useState<FlowDraft>(() => (of === null ? blankFlow() : draftOfFlow(of)))
  const [brought, setBrought] = useState(canEdit && kept.found !== null)
  const editor = useEditor(brought && kept.found ? kept.found : saved, canEdit)
  const { draft } = editor
  const saving = useFlowSaving(of, areaId)
  const acts = useFlowActs()
  const alarmWords = useAlarmWords()
  const names = useFlowNames(draft, areaId)
  const words = { ...alarmWords, names }
  const open = openOf(draft, saved, of?.open ?? [], names)
  const dirty = useMemo(
    () => draft !== saved && JSON.stringify(flowDraftBody(draft, areaId)) !== JSON.stringify(flowDraftBody(saved, areaId)),
    [draft, saved, areaId],
  )
  const now = useMemo(() => whatOf(draft), [draft])
  useEffect(() => {
    if (dirty) kept.keep(draft)
    else if (canEdit) kept.drop()
    guard.setDirty(dirty, kept.drop)
    onDirty(dirty)
  }, [dirty, draft]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => () => guard.setDirty(false), []) // oxlint-disable-line react/exhaustive-deps
  const { faults, faulty } = saving
  useEffect(() => {
    if (faults.size === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (first) first.focus()
    else editor.select([...faulty][0] ?? null)
  }, [faults]) // oxlint-disable-line react/exhaustive-deps
  const view: FlowView = { areaId, editor, words, faults, faulty, open }
  const save = async () => {
    const answer = await saving.save(draft)
    if (answer === null) return
    kept.drop()
    guard.setDirty(false)
    setSaved(draft)
    setBrought(false)
    onSaved(answer)
  }
  const reload = () => {
    kept.drop()
    guard.setDirty(false)
    onDirty(false)
    onReload()
  }
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
    onVersions(false)
  }
  return (
    <Stack
      component="form"
      ref={form}
      noValidate
      spacing={2}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => (event.preventDefault(), canEdit && void save())}
    >
      {isOn && mayEdit && (
        <Alert
          severity="info"
          action={
            mayRun && (
              <Button color="inherit" onClick={() => void acts.enable(of, false)}>
                {t('flows:editor.disable')}
              </Button>
            )
          }
        >
          {t('flows:editor.readOnly')}
        </Alert>
      )}
      {(saving.stale || newer) && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={reload}>
              {t('crud:reload')}
            </Button>
          }
        >
          {t('crud:stale')}
        </Alert>
      )}
      <DraftNote
        shown={brought}
        onDrop={() => {
          setBrought(false)
          editor.open(saved)
        }}
      />
      {canEdit && <SettingsSection view={view} />}
      <FlowSection view={view} flowId={of?.id ?? null} />
      {!canEdit && of && <SettingsRead of={of} />}
      {mayEdit && (
        <FlowTrialSection
          areaId={areaId}
          flowId={of?.id ?? null}
          tried={tried}
          now={now}
          read={() => saving.readDefinition(draft)}
          onTried={(begun) => onTried({ ...begun, version: of !== null && begun.what === whatOf(saved) ? of.version : null })}
          onRefused={saving.refused}
        />
      )}
      {faults.size > 0 && <Alert severity="error">{t('alarms:rule.fix', { count: faults.size })}</Alert>}
      {saving.failure !== undefined && <Alert severity="error">{saving.failure}</Alert>}
      {canEdit && (
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap', pb: 2 }}>
          <Button onClick={() => guard.leave(onCancel)}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving.saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      )}
      {versions && of && <VersionsDrawer of={of} canEdit={canEdit} onAdopt={adopt} onClose={() => onVersions(false)} />}
    </Stack>
  )
}
