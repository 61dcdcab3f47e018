import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { calculatedCalls } from '#contract/devices/calculated'
import type { CollectItem } from '#contract/devices/collect'
import { FORMULA_NAMES, type FormulaName, formulas } from '#contract/devices/formula'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { CalculatedTrial } from './CalculatedTrial.tsx'
import { fittingSources } from './fittingSources.ts'

interface Draft {
  readonly formula: FormulaName
  readonly name: string
  /** Item ids; '' where none is chosen. */
  readonly sources: readonly [number | '', number | '']
}
const FIELDS = ['firstId', 'secondId'] as const

/** Adds an item that is calculated from others of its device, or says how one is calculated; shows what it would give now. */
export function CalculatedForm({
  deviceId,
  item,
  items,
  onClose,
  onSaved,
}: {
  deviceId: number
  /** The calculated item that is changed; null for a new one. */
  item: CollectItem | null
  /** The items of the device. */
  items: readonly CollectItem[]
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [first, second] = item?.calculation?.sourceIds ?? []
  const begun: Draft = {
    formula: item?.calculation?.formula ?? 'dewPoint',
    name: '',
    sources: [first ?? '', second ?? ''],
  }
  const form = useFormWindow({
    draft: `calculated ${deviceId} ${item?.id ?? 'new'}`,
    begun,
    shows: item === null ? [...FIELDS, 'name'] : FIELDS,
    onClose,
  })
  const { value } = form
  const write = (next: Partial<Draft>) => {
    form.put(next)
    form.say({})
  }
  const roles = formulas[value.formula].sources
  const offered = (at: number) => fittingSources(items, value.formula, at)
  // What does not fit another formula is no choice any more.
  const chosen = roles.map((_, at) => offered(at).find(({ id }) => id === value.sources[at])?.id ?? '')
  const [firstId, secondId = ''] = chosen
  const whole = firstId !== undefined && firstId !== '' && (roles.length === 1 || secondId !== '')
  const save = () => {
    const missing = FIELDS.filter((_, at) => at < roles.length && chosen[at] === '')
    form.say(Object.fromEntries(missing.map((field) => [field, t('errors:field.required')])))
    if (!whole) return
    const body = { formula: value.formula, firstId, secondId: secondId === '' ? null : secondId }
    const name = value.name.trim() === '' ? null : value.name.trim()
    return form.send(
      async () => {
        if (item === null) return call(calculatedCalls.make, { params: { id: deviceId }, body: { ...body, name } }, { quiet: true })
        const { id, objectVersionNumber } = item
        return call(calculatedCalls.change, { body: { ...body, id, objectVersionNumber } }, { quiet: true })
      },
      t(item === null ? 'devices:calculated.made' : 'devices:calculated.changed'),
      onSaved,
    )
  }
  const remove = async (of: CollectItem) => {
    const yes = await confirm({
      title: t('devices:calculated.removeTitle', { name: of.name }),
      text: t('devices:calculated.removeText'),
      confirm: t('devices:calculated.remove'),
      color: 'error',
    })
    const input = { params: { id: of.id }, query: { objectVersionNumber: of.objectVersionNumber } }
    if (yes) await form.send(() => call(calculatedCalls.remove, input, { quiet: true }), t('devices:calculated.removed'), onSaved)
  }
  return (
    <FormWindow
      form={form}
      spacing={1.5}
      title={item === null ? t('devices:calculated.add') : t('devices:calculated.title', { name: item.name })}
      aside={
        item !== null && (
          <Button color="error" onClick={() => void remove(item)}>
            {t('devices:calculated.remove')}
          </Button>
        )
      }
      onSave={save}
    >
      <SelectField
        label={t('devices:calculated.formula')}
        value={value.formula}
        helperText={t(`devices:calculated.hint.${value.formula}`)}
        words={FORMULA_NAMES.map((name) => [name, t(`devices:item.${name}`)])}
        onChange={(formula) => write({ formula })}
      />
      {roles.map(({ role, unit }, at) => (
        <SelectField
          // Two summands have one role.
          key={FIELDS[at]}
          required
          label={t(`devices:calculated.role.${role}`)}
          value={chosen[at]}
          {...form.fault(
            FIELDS[at]!,
            offered(at).length > 0 ? ' ' : unit === null ? t('devices:calculated.noneFits') : t('devices:calculated.noneOf', { unit }),
          )}
          words={offered(at).map((one) => [
            one.id,
            one.unit === null ? one.name : t('devices:export.withUnit', { name: one.name, unit: one.unit }),
          ])}
          onChange={(id) => write({ sources: at === 0 ? [id, value.sources[1]] : [value.sources[0], id] })}
        />
      ))}
      {item === null && <TextField name="name" label={t('devices:itemForm.name')} {...form.text('name', t('devices:itemForm.default'))} />}
      {whole && (
        <CalculatedTrial deviceId={deviceId} formula={value.formula} firstId={firstId} secondId={secondId === '' ? null : secondId} />
      )}
    </FormWindow>
  )
}
