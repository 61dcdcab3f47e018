import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type DeviceGroup, deviceGroupBody, flowDeviceGroupCalls, type Rollout, ROLLOUTS } from '#contract/flows/deviceGroup'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { bodyOf, draftOf } from './groupDraft.ts'
import { MemberField } from './MemberField.tsx'

const NAME_MAX = 60
const NOTE_MAX = 200

/** Makes a device group, or changes `of`. */
export function DeviceGroupForm({
  areaId,
  of,
  onClose,
  onSaved,
}: {
  areaId: number
  of: DeviceGroup | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `deviceGroup ${areaId} ${of?.id ?? 'new'}`,
    begun: draftOf(of),
    shows: ['name', 'note', 'seconds', 'switchIds'],
    beside: { 'error.flow.member': 'switchIds' },
    onClose,
  })
  const { value, faults, put: set } = form
  const save = () => {
    const isEmpty = value.members.length === 0
    const body = form.read(deviceGroupBody, bodyOf(value, areaId), isEmpty ? { switchIds: t('flows:deviceGroup.empty') } : {})
    if (body === null) return
    const { areaId: _, ...facts } = body
    return form.send(
      async () => {
        if (of === null) return call(flowDeviceGroupCalls.add, { body }, { quiet: true })
        const { id, objectVersionNumber } = of
        return call(flowDeviceGroupCalls.edit, { params: { id }, body: { ...facts, objectVersionNumber } }, { quiet: true })
      },
      t('flows:deviceGroup.saved'),
      onSaved,
    )
  }
  return (
    <FormWindow form={form} width={600} title={t(of === null ? 'flows:deviceGroup.add' : 'flows:deviceGroup.edit')} onSave={save}>
      <TextField required label={t('flows:deviceGroup.name')} slotProps={{ htmlInput: { maxLength: NAME_MAX } }} {...form.text('name')} />
      <TextField label={t('flows:deviceGroup.note')} slotProps={{ htmlInput: { maxLength: NOTE_MAX } }} {...form.text('note')} />
      <FormControl>
        <FormLabel id="rollout">{t('flows:deviceGroup.rollout')}</FormLabel>
        <RadioGroup aria-labelledby="rollout" value={value.rollout} onChange={(_, next) => set({ rollout: next as Rollout })}>
          {ROLLOUTS.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', my: 0.25 }}
              label={
                <>
                  <Typography variant="body2" sx={{ fontWeight: 600, pt: 1.25 }}>
                    {t(`flows:deviceGroup.rollouts.${one}`)}
                  </Typography>
                  <SecondaryText>{t(`flows:deviceGroup.explain.${one}`)}</SecondaryText>
                </>
              }
            />
          ))}
        </RadioGroup>
      </FormControl>
      {value.rollout === 'staggered' && (
        <NumberField
          fullWidth={false}
          sx={{ width: 200 }}
          label={t('flows:deviceGroup.seconds')}
          unit={t('flows:deviceGroup.secondsUnit')}
          value={value.seconds}
          {...form.fault('seconds')}
          onChange={(seconds) => set({ seconds })}
        />
      )}
      <MemberField areaId={areaId} value={value.members} fault={faults.switchIds} onChange={(members) => set({ members })} />
    </FormWindow>
  )
}
