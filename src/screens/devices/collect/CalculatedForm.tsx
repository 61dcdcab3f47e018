import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { calculatedCalls } from '#contract/devices/calculated'
import type { CollectItem } from '#contract/devices/collect'
import { FORMULA_NAMES, type FormulaName, formulas } from '#contract/devices/formula'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useSaving } from '../useSaving.ts'
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
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`calculated ${deviceId} ${item?.id ?? 'new'}`, {
    formula: item?.calculation?.formula ?? 'dewPoint',
    name: '',
    sources: [first ?? '', second ?? ''],
  })
  const saved = t(item === null ? 'devices:calculated.made' : 'devices:calculated.changed')
  const { faults, setFaults, failure, saving, changed, close, send } = useSaving({ saved, drop, onSaved, onClose })
  const write = (next: Partial<Draft>) => {
    change({ ...value, ...next })
    setFaults({})
    changed()
  }
  const roles = formulas[value.formula].sources
  const offered = (at: number) => fittingSources(items, value.formula, at)
  // What does not fit another formula is no choice any more.
  const chosen = roles.map((_, at) => offered(at).find(({ id }) => id === value.sources[at])?.id ?? '')
  const [firstId, secondId = ''] = chosen
  const whole = firstId !== undefined && firstId !== '' && (roles.length === 1 || secondId !== '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const missing = FIELDS.filter((_, at) => at < roles.length && chosen[at] === '')
    setFaults(Object.fromEntries(missing.map((field) => [field, t('errors:field.required')])))
    if (!whole) return
    const body = { formula: value.formula, firstId, secondId: secondId === '' ? null : secondId }
    void send(
      item === null
        ? call(
            calculatedCalls.make,
            { params: { id: deviceId }, body: { ...body, name: value.name.trim() === '' ? null : value.name.trim() } },
            { quiet: true },
          )
        : call(calculatedCalls.change, { body: { ...body, id: item.id, objectVersionNumber: item.objectVersionNumber } }, { quiet: true }),
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
    if (yes) await send(call(calculatedCalls.remove, input, { quiet: true }), t('devices:calculated.removed'))
  }
  return (
    <Modal
      open
      onClose={close}
      width={480}
      title={item === null ? t('devices:calculated.add') : t('devices:calculated.title', { name: item.name })}
      keepOpen
    >
      <Stack component="form" noValidate spacing={1.5} sx={{ pt: 1 }} onSubmit={save}>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          select
          label={t('devices:calculated.formula')}
          value={value.formula}
          helperText={t(`devices:calculated.hint.${value.formula}`)}
          onChange={({ target }) => write({ formula: target.value as FormulaName })}
        >
          {FORMULA_NAMES.map((name) => (
            <MenuItem key={name} value={name}>
              {t(`devices:item.${name}`)}
            </MenuItem>
          ))}
        </TextField>
        {roles.map(({ role, unit }, at) => (
          <TextField
            // Two summands have one role.
            key={FIELDS[at]}
            select
            required
            label={t(`devices:calculated.role.${role}`)}
            value={chosen[at]}
            error={Boolean(faults[FIELDS[at]!])}
            helperText={
              faults[FIELDS[at]!] ||
              (offered(at).length > 0 ? ' ' : unit === null ? t('devices:calculated.noneFits') : t('devices:calculated.noneOf', { unit }))
            }
            onChange={({ target }) => {
              const id = Number(target.value)
              write({ sources: at === 0 ? [id, value.sources[1]] : [value.sources[0], id] })
            }}
          >
            {offered(at).map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.unit === null ? one.name : t('devices:export.withUnit', { name: one.name, unit: one.unit })}
              </MenuItem>
            ))}
          </TextField>
        ))}
        {item === null && (
          <TextField
            name="name"
            label={t('devices:itemForm.name')}
            value={value.name}
            error={Boolean(faults['name'])}
            helperText={faults['name'] || t('devices:itemForm.default')}
            onChange={({ target }) => write({ name: target.value })}
          />
        )}
        {whole && (
          <CalculatedTrial deviceId={deviceId} formula={value.formula} firstId={firstId} secondId={secondId === '' ? null : secondId} />
        )}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          {item !== null && (
            <Button color="error" sx={{ mr: 'auto' }} onClick={() => void remove(item)}>
              {t('devices:calculated.remove')}
            </Button>
          )}
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
