import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIM_LIMIT_DAYS_MAX, type SimLimits, simLimitsCalls } from '#contract/organization/simLimits'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const WIDTH = 520
const NAMES = ['expiryDays', 'usagePercents'] as const
type Name = (typeof NAMES)[number]
const BOUNDS = { expiryDays: { min: 0, max: SIM_LIMIT_DAYS_MAX }, usagePercents: { min: 1, max: 100 } }
const HINTS = { expiryDays: 'daysHint', usagePercents: 'percentsHint' } as const
const LONGEST = 60

/** Numbers with commas between them, of either language. */
const numbersOf = (text: string) =>
  text
    .split(/[,，、\s]/)
    .filter(Boolean)
    .map(Number)

/** When people are told of cards, for every card of the enterprise. */
export function SimLimitsForm({ begun, onClose, onReload }: { begun: SimLimits; onClose: () => void; onReload: () => void }) {
  const { t } = useTranslation()
  const [version] = useState(begun.objectVersionNumber)
  const form = useFormWindow<Record<Name, string>>({
    draft: `sim limits ${version}`,
    begun: { expiryDays: begun.expiryDays.join(', '), usagePercents: begun.usagePercents.join(', ') },
    onClose,
    onReload,
  })
  const save = () => {
    const given = { expiryDays: numbersOf(form.value.expiryDays), usagePercents: numbersOf(form.value.usagePercents) }
    const { shape } = simLimitsCalls.save.body
    const wrong = NAMES.filter((name) => !shape[name].safeParse(given[name]).success)
    form.say(Object.fromEntries(wrong.map((name) => [name, t('organization:sim.limits.bad', BOUNDS[name])])))
    if (wrong.length > 0) return
    const body = { ...given, objectVersionNumber: version }
    return form.send(() => call(simLimitsCalls.save, { body }, { quiet: true }), t('organization:sim.limits.saved'), onClose)
  }
  return (
    <FormWindow form={form} width={WIDTH} spacing={1.5} title={t('organization:sim.limits.title')} onSave={save}>
      <SecondaryText>{t('organization:sim.limits.lead')}</SecondaryText>
      {NAMES.map((name) => (
        <TextField
          key={name}
          fullWidth
          label={t(`organization:sim.limits.${name}`)}
          slotProps={{ htmlInput: { maxLength: LONGEST, autoComplete: 'off' } }}
          {...form.text(name, t(`organization:sim.limits.${HINTS[name]}`))}
        />
      ))}
    </FormWindow>
  )
}
