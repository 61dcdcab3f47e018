import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchCalls } from '#contract/devices/switch'
import { useCall } from '#src/api/useCall.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { TargetDraft } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { NamedPicker } from './NamedPicker.tsx'
import { OneDevicePicker } from '#src/watch/pick/OneDevicePicker.tsx'

/** What is turned: a circuit of a device of the base, or a device group. */
export function TargetFields({
  value,
  view: { areaId, words },
  fault,
  onChange,
}: {
  value: TargetDraft
  view: FlowView
  fault: string | undefined
  onChange: (next: TargetDraft) => void
}) {
  const { t } = useTranslation()
  const circuit = value.switchId === null ? undefined : words.names.circuit(value.switchId)
  // The device is chosen before its circuit, and is then the circuit's own.
  const [chosen, setChosen] = useState<number | null>(null)
  const deviceId = circuit?.deviceId ?? chosen
  const circuits = useCall(switchCalls.detailsSwitch, { params: { id: deviceId ?? 0 } }, { enabled: deviceId !== null })
  return (
    <Stack spacing={2}>
      <SelectField
        fullWidth
        label={t('flows:editor.target.kind')}
        value={value.kind}
        words={(['switch', 'group'] as const).map((kind) => [kind, t(`flows:editor.target.${kind}`)] as const)}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === 'group' ? (
        <NamedPicker
          label={t('flows:editor.target.group')}
          value={value.groupId}
          of={words.names.groups}
          fault={fault}
          hint={t('flows:editor.target.groupHint')}
          onChange={(groupId) => onChange({ ...value, groupId })}
        />
      ) : (
        <>
          <OneDevicePicker
            areaId={areaId}
            label={t('flows:editor.target.device')}
            value={deviceId}
            onChange={(id) => {
              setChosen(id)
              onChange({ ...value, switchId: null })
            }}
          />
          <NamedPicker
            label={t('flows:editor.target.switch')}
            value={value.switchId}
            of={circuits.data ?? (circuit ? [circuit] : [])}
            fault={fault}
            {...(deviceId === null ? { hint: t('flows:editor.target.deviceFirst') } : {})}
            onChange={(switchId) => onChange({ ...value, switchId })}
          />
        </>
      )}
    </Stack>
  )
}
