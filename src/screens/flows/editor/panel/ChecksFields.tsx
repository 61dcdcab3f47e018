import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { MAX_CHECKS } from '#contract/flows/definition'
import { ConditionBuilder } from '#src/watch/condition/ConditionBuilder.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { blankCheck } from '../draft/blank.ts'
import type { CheckDraft, ChecksDraft } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { OneDevicePicker } from '#src/watch/pick/OneDevicePicker.tsx'

/** Questions about devices, joined: each a device, one of its layers or all of them, and what is asked of it. */
export function ChecksFields({
  label,
  value,
  view: { areaId, faults },
  onChange,
}: {
  label: string
  value: ChecksDraft
  view: FlowView
  onChange: (next: ChecksDraft) => void
}) {
  const { t } = useTranslation()
  const put = (key: string, next: Partial<CheckDraft>) =>
    onChange({ ...value, of: value.of.map((one) => (one.key === key ? { ...one, ...next } : one)) })
  return (
    <Stack component="fieldset" aria-label={label} spacing={1.5} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      {value.of.length > 1 && (
        <SelectField
          fullWidth
          label={t('flows:editor.check.join')}
          value={value.join}
          words={(['all', 'any'] as const).map((join) => [join, t(`flows:editor.check.joins.${join}`)] as const)}
          onChange={(join) => onChange({ ...value, join })}
        />
      )}
      {value.of.map((check, at) => {
        const name = t('flows:editor.check.nth', { number: at + 1 })
        return (
          <Box
            key={check.key}
            component="fieldset"
            aria-label={name}
            sx={{ m: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}
          >
            <Stack spacing={1.5}>
              <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
                <OneDevicePicker
                  areaId={areaId}
                  label={t('flows:editor.check.device')}
                  value={check.deviceId}
                  fault={faults.get(`${check.key}.deviceId`)}
                  onChange={(deviceId) => put(check.key, { deviceId })}
                />
                {value.of.length > 1 && (
                  <IconButton
                    aria-label={t('crud:pair', { one: t('crud:delete'), two: name })}
                    title={t('crud:delete')}
                    onClick={() => onChange({ ...value, of: value.of.filter((one) => one.key !== check.key) })}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                )}
              </Stack>
              <NumberField
                label={t('flows:editor.check.ordinal')}
                value={check.ordinal}
                error={faults.has(`${check.key}.ordinal`)}
                helperText={faults.get(`${check.key}.ordinal`) ?? t('flows:editor.check.ordinalHint')}
                onChange={(ordinal) => put(check.key, { ordinal })}
              />
              <ConditionBuilder
                label={t('flows:editor.check.when', { number: at + 1 })}
                value={check.when}
                faults={faults}
                onChange={(when) => put(check.key, { when })}
              />
            </Stack>
          </Box>
        )
      })}
      <Button
        startIcon={<AddIcon />}
        disabled={value.of.length >= MAX_CHECKS}
        onClick={() => onChange({ ...value, of: [...value.of, blankCheck()] })}
        sx={{ alignSelf: 'flex-start', minHeight: 40 }}
      >
        {t('flows:editor.check.add')}
      </Button>
    </Stack>
  )
}
