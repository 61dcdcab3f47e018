import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { DeviceType } from '#contract/devices/deviceType'
import { settingsOf } from '#contract/devices/settings'
import { fieldKinds } from '#src/crud/fieldKinds.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'

type Values = Readonly<Record<string, unknown>>

/** What is typed over what is held, of every setting of a type; null what neither says. */
export const settingsOver = (type: DeviceType, typed: Values, held: Values): Record<string, unknown> =>
  Object.fromEntries(Object.keys(settingsOf(type)).map((name) => [name, name in typed ? typed[name] : (held[name] ?? null)]))

/** The settings of a type as fields, with what is wrong beside each. */
export function SettingsFields({
  type,
  values,
  faults,
  disabled,
  onChange,
}: {
  type: DeviceType
  values: Values
  faults: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (name: string, value: unknown) => void
}) {
  const { t } = useTranslation()
  return Object.entries(settingsOf(type)).map(([name, field]) => {
    const Input = fieldKinds[field.kind].Input
    return (
      <Box key={name}>
        <Input
          name={name}
          label={t(asWordKey(`devices:setting.${name}`)) as string}
          value={values[name]}
          field={field}
          options={[]}
          fault={faults[name]}
          disabled={disabled}
          onBlur={() => undefined}
          onChange={(value) => onChange(name, value === '' ? null : value)}
        />
      </Box>
    )
  })
}
