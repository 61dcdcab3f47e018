import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { halfWidth } from '#contract/core/halfWidth'
import type { ActivityWorker } from '#contract/farm/activity'
import { reference } from '#contract/core/field'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { LinesBox } from './LinesBox.tsx'
import { useFormLines } from './useFormLines.ts'

type Line = Partial<Pick<ActivityWorker, 'workerName'>> & { readonly workerId: number | null; readonly hours: string }
const WORKER = reference('worker')

/** Who worked, each with the hours. */
export function WorkersInput({ label, value, fault, onChange, onBlur, disabled }: InputProps) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const areaId = useWatch({ control, name: 'areaId', exact: true }) as number | null
  const { lines, add, put, remove } = useFormLines<Line>(value, onChange)
  return (
    <LinesBox label={label} fault={fault} count={lines.length} onAdd={() => add({ workerId: null, hours: '' })} onRemove={remove}>
      {(at) => {
        const { workerId, workerName, hours } = lines[at]!
        return (
          <>
            <ReferenceInput
              name={`workers.${at}.workerId`}
              label={t('farm:activity.worker', { row: at + 1 })}
              field={WORKER}
              value={workerId}
              options={workerId !== null && workerName !== undefined ? [{ value: workerId, label: workerName }] : []}
              fault={undefined}
              disabled={disabled}
              inLine={{ called: t('farm:activity.worker', { row: at + 1 }), labelled: true }}
              within={areaId ?? undefined}
              onBlur={onBlur}
              onChange={(next, called) =>
                put(at, { workerId: next as number | null, ...(called === undefined ? {} : { workerName: called }) })
              }
            />
            <TextField
              label={t('farm:activity.hours', { row: at + 1 })}
              value={hours}
              disabled={disabled}
              onBlur={onBlur}
              onChange={({ target }) => put(at, { hours: halfWidth(target.value).trim() })}
              slotProps={{
                htmlInput: { inputMode: 'decimal', maxLength: 10 },
                input: { endAdornment: <InputAdornment position="end">{t('farm:activity.hour')}</InputAdornment> },
              }}
            />
          </>
        )
      }}
    </LinesBox>
  )
}
