import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { itemFace, itemFaces } from '#contract/devices/itemCode'
import { useItemWords } from '#src/devices/useItemWords.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { LeafDraft } from './conditionDraft.ts'
import { DurationField } from './DurationField.tsx'
import { HoursFields } from './HoursFields.tsx'
import { QuantityField } from './QuantityField.tsx'

const MOST_CIRCUITS = 16
/** In the hand each input has a line of its own. */
const NARROW = { width: { xs: '100%', sm: 130 } }
type LeafWord = 'above' | 'below' | 'rising' | 'falling' | 'on' | 'off' | 'up' | 'down'
const KNOWN = Object.keys(itemFaces)

/** The inputs of one leaf, by its kind. */
export function LeafFields({
  of,
  faultOf,
  onChange,
}: {
  of: LeafDraft
  faultOf: (field: string) => string | undefined
  onChange: (next: Partial<LeafDraft>) => void
}) {
  const { t } = useTranslation()
  const nameOf = useItemWords()
  const unit = itemFace(of.code)?.unit
  const fault = (field: string) => ({ error: faultOf(field) !== undefined, helperText: faultOf(field) })
  const withUnit = unit == null ? {} : { unit }
  const quantity = (
    <QuantityField label={t('alarms:leaf.code')} value={of.code} fault={faultOf('code')} onChange={(code) => onChange({ code })} />
  )
  const chosen = <Word extends LeafWord>(label: string, value: Word, words: readonly Word[], take: (word: Word) => void) => (
    <SelectField
      label={label}
      value={value}
      sx={NARROW}
      words={words.map((word) => [word, t(`alarms:leaf.${word as LeafWord}`)] as const)}
      onChange={take}
    />
  )
  switch (of.kind) {
    case 'compare':
      return (
        <>
          {quantity}
          {chosen(t('alarms:leaf.is'), of.is, ['above', 'below'], (is) => onChange({ is }))}
          <Autocomplete
            options={KNOWN.filter((code) => code !== of.code)}
            value={of.than}
            getOptionLabel={nameOf}
            onChange={(_, than) => onChange({ than })}
            sx={{ minWidth: 180, flex: { xs: '1 1 100%', sm: '0 1 200px' } }}
            renderInput={(box) => (
              <TextField
                {...box}
                label={t('alarms:leaf.than')}
                placeholder={t('alarms:leaf.fixed')}
                {...fault('than')}
                slotProps={{ ...box.slotProps, inputLabel: { ...box.slotProps.inputLabel, shrink: true } }}
              />
            )}
          />
          <NumberField
            label={t(of.than === null ? 'alarms:leaf.limit' : 'alarms:leaf.plus')}
            value={of.limit}
            {...withUnit}
            {...fault('limit')}
            sx={NARROW}
            onChange={(limit) => onChange({ limit })}
          />
          <NumberField
            label={t('alarms:leaf.margin')}
            value={of.margin}
            {...withUnit}
            {...fault('margin')}
            title={t('alarms:leaf.marginHint')}
            sx={NARROW}
            onChange={(margin) => onChange({ margin })}
          />
        </>
      )
    case 'rate':
      return (
        <>
          {quantity}
          {chosen(t('alarms:leaf.is'), of.turn, ['rising', 'falling'], (turn) => onChange({ turn }))}
          <NumberField
            label={t('alarms:leaf.by')}
            value={of.by}
            {...withUnit}
            {...fault('by')}
            sx={NARROW}
            onChange={(by) => onChange({ by })}
          />
          <DurationField
            label={t('alarms:leaf.within')}
            value={of.seconds}
            fault={faultOf('seconds')}
            onChange={(seconds) => onChange({ seconds })}
          />
        </>
      )
    case 'circuit':
      return (
        <>
          <SelectField
            label={t('alarms:leaf.circuit')}
            value={of.circuit}
            sx={{ width: { xs: '100%', sm: 200 } }}
            words={Array.from({ length: Math.max(MOST_CIRCUITS, of.circuit ?? 0) }, (__, at) => at + 1).map((circuit) => [
              circuit,
              t('alarms:leaf.circuitNumber', { circuit }),
            ])}
            none={t(of.state === 'on' ? 'alarms:leaf.anyCircuit' : 'alarms:leaf.everyCircuit')}
            onChange={(circuit) => onChange({ circuit })}
          />
          {chosen(t('alarms:leaf.is'), of.state, ['on', 'off'], (state) => onChange({ state }))}
        </>
      )
    case 'offline':
      return null
    case 'silent':
      return (
        <>
          {quantity}
          <DurationField
            label={t('alarms:leaf.silentFor')}
            value={of.seconds}
            fault={faultOf('seconds')}
            onChange={(seconds) => onChange({ seconds })}
          />
        </>
      )
    case 'hours':
      return <HoursFields value={of} faults={{ from: faultOf('from'), to: faultOf('to'), days: faultOf('days') }} onChange={onChange} />
    case 'sun':
      return (
        <>
          {chosen(t('alarms:leaf.sun'), of.sun, ['up', 'down'], (sun) => onChange({ sun }))}
          <NumberField
            label={t('alarms:leaf.shift')}
            value={of.shift}
            unit={t('alarms:span.name.minutes')}
            error={faultOf('shift') !== undefined}
            helperText={faultOf('shift') ?? t('alarms:leaf.shiftHint')}
            sx={{ width: { xs: '100%', sm: 260 } }}
            onChange={(shift) => onChange({ shift })}
          />
        </>
      )
  }
}
