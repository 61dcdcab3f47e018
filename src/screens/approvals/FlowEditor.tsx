import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Definition, definitionCalls } from '#contract/approvals/definition'
import { call, isFailure } from '#src/api/call.ts'
import { PageForm } from '#src/forms/PageForm.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { faultsOf, type FlowDraft } from './flowDraft.ts'
import { Choice, NodesEditor } from './NodesEditor.tsx'
import type { FlowPeople } from './useFlowPeople.ts'

const NOBODY = ['administrator', 'pass'] as const
const APPLICANT = ['normal', 'pass', 'leader'] as const

/** Makes the next version of a flow. `newest` is the version in force by now: where it is not the one begun with, that is said. */
export function FlowEditor({
  begun,
  newest,
  people,
  onDone,
}: {
  begun: FlowDraft
  newest: Definition | undefined
  people: FlowPeople
  onDone: () => void
}) {
  const { reread } = useSettle([definitionCalls.page])
  const { t } = useTranslation()
  const form = useFormWindow({ draft: `flow ${begun.formCode}`, begun, onClose: onDone })
  const { value: draft, put } = form
  const [asked, setAsked] = useState(false)

  const basedOn = newest?.version ?? 0
  const isStale = basedOn !== draft.basedOn
  const faults = asked ? faultsOf(draft) : new Map<string, never>()
  const fault = (path: string) => {
    const found = faults.get(path)
    return found && t(`errors:field.${found.key}`, found.params)
  }
  const save = async () => {
    setAsked(true)
    if (faultsOf(draft).size > 0) return
    await form.send<Definition>(
      async () => {
        const answer = await call(definitionCalls.save, { body: { ...draft, basedOn } }, { quiet: true })
        reread()
        if (!isFailure(answer)) return answer
        // The list that is read anew tells of the newer version, and what it means is said above the form.
        return answer.code === 'error.version.stale' ? null : { ...answer, message: answer.message || t('approvals:definition.failed') }
      },
      null,
      ({ version }) => {
        toast('success', t('approvals:definition.saved', { version }))
        onDone()
      },
    )
  }
  return (
    <PageForm form={form} spacing={2} onSave={save}>
      {isStale && <Alert severity="warning">{t('approvals:definition.stale')}</Alert>}
      <Section title={t('approvals:definition.settings')}>
        <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Box sx={{ gridColumn: '1 / -1' }}>
            <TextField
              fullWidth
              required
              size="small"
              label={t('approvals:definition.name')}
              value={draft.name}
              error={fault('name') !== undefined}
              helperText={fault('name')}
              onChange={({ target }) => put({ name: target.value })}
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
          </Box>
          <Choice
            label={t('approvals:definition.whenNobody.label')}
            value={draft.whenNobody}
            options={NOBODY}
            words={(one) => t(`approvals:definition.whenNobody.${one}`)}
            onChange={(whenNobody) => put({ whenNobody })}
          />
          <Choice
            label={t('approvals:definition.whenApplicant.label')}
            value={draft.whenApplicant}
            options={APPLICANT}
            words={(one) => t(`approvals:definition.whenApplicant.${one}`)}
            onChange={(whenApplicant) => put({ whenApplicant })}
          />
        </Box>
      </Section>
      <Section title={t('approvals:definition.flow')}>
        <NodesEditor
          form={draft.formCode}
          path="nodes"
          level={0}
          people={people}
          fault={fault}
          value={draft.nodes}
          onChange={(nodes) => put({ nodes })}
        />
      </Section>
      {faults.size > 0 && <Alert severity="error">{t('approvals:definition.fix', { count: faults.size })}</Alert>}
      {form.failure !== undefined && <Alert severity="error">{form.failure}</Alert>}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
        <Button onClick={form.close}>{t('approvals:definition.act.cancel')}</Button>
        <Button type="submit" variant="contained" loading={form.saving} loadingPosition="start">
          {isStale
            ? t('approvals:definition.act.over', { version: basedOn })
            : t('approvals:definition.act.save', { version: basedOn + 1 })}
        </Button>
      </Stack>
    </PageForm>
  )
}
