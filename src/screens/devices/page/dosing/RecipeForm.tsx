import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { dosingCalls, MOST_CHANNELS, type Recipe, RECIPE_MODES } from '#contract/devices/dosing'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { PartForm } from '../../PartForm.tsx'
import { useSaving } from '../../useSaving.ts'
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
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`recipe ${of?.id ?? 'new'}`, draftOf(of))
  const saving = useSaving({ saved: t('devices:dosing.recipeSaved'), drop, onSaved, onClose })
  const { faults } = saving
  const set = (given: Partial<Draft>) => {
    change({ ...value, ...given })
    saving.changed()
  }
  const save = () => {
    const { amounts, ...facts } = value
    const channels = CHANNELS.flatMap((channel, at) => (amounts[at] === null ? [] : [{ channel, amount: amounts[at] }]))
    const body = { ...(of === null ? {} : { id: of.id, objectVersionNumber: of.objectVersionNumber }), ...facts, channels }
    void saving.send(call(dosingCalls.saveRecipe, { body: body as never }, { quiet: true }))
  }
  // What is wrong with one amount is said of all of them: the list is one field of the call.
  const wrong = Object.entries(faults).find(([field]) => field.startsWith('channels'))?.[1]
  return (
    <PartForm
      title={t(of === null ? 'devices:dosing.newRecipe' : 'devices:dosing.editRecipe')}
      saving={saving}
      draft={{ brought, undo }}
      onSave={save}
    >
      <TextField
        label={t('devices:dosing.name')}
        value={value.name}
        error={Boolean(faults.name)}
        helperText={faults.name ?? ' '}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <NumberField
          label={t('devices:dosing.ec')}
          value={value.ec}
          unit="S/m"
          error={Boolean(faults.ec)}
          helperText={faults.ec ?? ' '}
          onChange={(ec) => set({ ec })}
        />
        <NumberField
          label={t('devices:dosing.ph')}
          value={value.ph}
          error={Boolean(faults.ph)}
          helperText={faults.ph ?? ' '}
          onChange={(ph) => set({ ph })}
        />
      </Stack>
      <TextField
        select
        label={t('devices:dosing.modeLabel')}
        value={value.mode}
        helperText=" "
        onChange={({ target }) => set({ mode: target.value as Recipe['mode'] })}
      >
        {RECIPE_MODES.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`devices:dosing.mode.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
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
    </PartForm>
  )
}
