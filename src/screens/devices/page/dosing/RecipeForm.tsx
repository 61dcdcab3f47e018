import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { dosingCalls, MOST_CHANNELS, type Recipe, RECIPE_MODES } from '#contract/devices/dosing'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { channelLetter } from './useDoseWords.ts'

type Typed = number | string | null
interface Draft {
  readonly name: string
  readonly ec: Typed
  readonly ph: Typed
  readonly mode: Recipe['mode']
  /** By channel, from the first. */
  readonly amounts: readonly Typed[]
}
const CHANNELS = Array.from({ length: MOST_CHANNELS }, (_, at) => at + 1)
const draftOf = (of: Recipe | null): Draft => ({
  name: of?.name ?? '',
  ec: of?.ec ?? null,
  ph: of?.ph ?? null,
  mode: of?.mode ?? 'share',
  amounts: CHANNELS.map((channel) => of?.channels.find((one) => one.channel === channel)?.amount ?? null),
})

/** A recipe: what the mixed water is to be, and how much of each tank goes into it. A channel without an amount is not used. */
export function RecipeForm({ of, onClose, onSaved }: { of: Recipe | null; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `recipe ${of?.id ?? 'new'}`,
    begun: draftOf(of),
    shows: ['name', 'ec', 'ph', 'channels'],
    onClose,
  })
  const { value, faults, put: set } = form
  const save = () => {
    const { amounts, ...facts } = value
    const channels = CHANNELS.flatMap((channel, at) => (amounts[at] === null ? [] : [{ channel, amount: amounts[at] }]))
    const body = { ...(of === null ? {} : { id: of.id, objectVersionNumber: of.objectVersionNumber }), ...facts, channels }
    return form.send(() => call(dosingCalls.saveRecipe, { body: body as never }, { quiet: true }), t('devices:dosing.recipeSaved'), onSaved)
  }
  // What is wrong with one amount is said of all of them: the list is one field of the call.
  const wrong = Object.entries(faults).find(([field]) => field.startsWith('channels'))?.[1]
  return (
    <FormWindow
      form={form}
      width={520}
      spacing={1}
      title={t(of === null ? 'devices:dosing.newRecipe' : 'devices:dosing.editRecipe')}
      onSave={save}
    >
      <TextField label={t('devices:dosing.name')} slotProps={{ htmlInput: { maxLength: 60 } }} {...form.text('name', ' ')} />
      <Stack direction="row" sx={{ gap: 1 }}>
        <NumberField label={t('devices:dosing.ec')} value={value.ec} unit="S/m" {...form.fault('ec', ' ')} onChange={(ec) => set({ ec })} />
        <NumberField label={t('devices:dosing.ph')} value={value.ph} {...form.fault('ph', ' ')} onChange={(ph) => set({ ph })} />
      </Stack>
      <SelectField
        label={t('devices:dosing.modeLabel')}
        value={value.mode}
        helperText=" "
        words={RECIPE_MODES.map((mode) => [mode, t(`devices:dosing.mode.${mode}`)])}
        onChange={(mode) => set({ mode })}
      />
      {CHANNELS.map((channel, at) => (
        <NumberField
          key={channel}
          label={t('devices:dosing.channel', { name: channelLetter(channel) })}
          value={value.amounts[at]}
          unit={value.mode === 'share' ? '%' : 'L/m³'}
          error={Boolean(wrong)}
          helperText={at === CHANNELS.length - 1 ? (wrong ?? ' ') : undefined}
          onChange={(amount) => set({ amounts: value.amounts.map((one, place) => (place === at ? amount : one)) })}
        />
      ))}
    </FormWindow>
  )
}
