import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { WHILE_RUNNING } from '#contract/flows/definition'
import { flowGroup } from '#contract/flows/flowGroup'
import { DurationField } from '#src/watch/condition/DurationField.tsx'
import { useCall } from '#src/api/useCall.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { NamedPicker } from './panel/NamedPicker.tsx'
import type { FlowView } from './view.ts'

const NAME_MAX = 60
const NOTE_MAX = 500

/** The name of a flow, its group, and what holds for all of its runs. */
export function SettingsSection({ view: { areaId, editor, faults } }: { view: FlowView }) {
  const { t } = useTranslation()
  const { draft, change } = editor
  const groups = useCall(flowGroup.calls.options, { query: { page: 1, size: 0, areaId } })
  const text = (field: 'name' | 'note', max: number) => ({
    value: draft[field],
    error: faults.has(field),
    slotProps: { htmlInput: { maxLength: max } },
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }, field),
  })
  return (
    <Section title={t('flows:editor.settings')}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <TextField required label={t('flows:editor.name')} helperText={faults.get('name')} {...text('name', NAME_MAX)} />
        <NamedPicker
          label={t('flows:editor.group')}
          value={draft.groupId}
          of={(groups.data?.content ?? []).map(({ id, title }) => ({ id, name: title }))}
          fault={faults.get('groupId')}
          hint={t('flows:editor.groupHint')}
          onChange={(groupId) => change({ groupId })}
        />
        <SelectField
          fullWidth
          label={t('flows:editor.whileRunning')}
          value={draft.whileRunning}
          words={WHILE_RUNNING.map((word) => [word, t(`flows:editor.whileRunnings.${word}`)] as const)}
          onChange={(whileRunning) => change({ whileRunning })}
        />
        <DurationField
          label={t('flows:editor.maxSeconds')}
          value={draft.maxSeconds}
          fault={faults.get('maxSeconds')}
          hint={t('flows:editor.maxHint')}
          onChange={(maxSeconds) => change({ maxSeconds }, 'maxSeconds')}
        />
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TextField
            fullWidth
            multiline
            minRows={2}
            label={t('flows:editor.note')}
            helperText={faults.get('note')}
            {...text('note', NOTE_MAX)}
          />
        </Box>
      </Box>
    </Section>
  )
}
