import Alert from '@mui/material/Alert'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { foreignCalls } from '#contract/devices/foreign'
import { FOREIGN_PROTOCOLS, type Mapping } from '#contract/devices/mapping'
import { call, isFailure } from '#src/api/call.ts'
import { StaleNote } from '#src/forms/StaleNote.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { CircuitRow } from './CircuitRow.tsx'
import { ItemRow } from './ItemRow.tsx'
import { draftOf, type MappingDraft, mappingOf, newCircuit, newItem } from './mappingDraft.ts'
import { MappingTrial } from './MappingTrial.tsx'

/** What the words of a device mean, as a form: it is saved once it was tried on a message. */
export function MappingForm({
  device,
  kept,
  version,
  isOlder,
  onTyped,
  onRenew,
  onSaved,
}: {
  device: Device
  kept: Mapping
  version: number
  /** Somebody else has saved another since this was begun. */
  isOlder: boolean
  onTyped: (typed: boolean) => void
  /** Gives up what was typed for what was saved meanwhile. */
  onRenew: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const { value: draft, brought, change, undo, drop } = useDraftState<MappingDraft>(`mapping ${device.id}`, draftOf(kept))
  const [tried, setTried] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const read = mappingOf(draft)
  const text = 'mapping' in read ? JSON.stringify(read.mapping) : null
  const isTried = text !== null && text === tried
  const isKept = text === JSON.stringify(kept)
  useEffect(() => onTyped(!isKept), [onTyped, isKept])
  const faultAt = (place: string): string | undefined => {
    const found = 'faults' in read ? read.faults.find((fault) => fault.place === place) : undefined
    return found && t(`errors:field.${found.key}`, found.params)
  }
  const set = (given: Partial<MappingDraft>) => {
    setFailure(undefined)
    change({ ...draft, ...given })
  }
  const replaced = <One,>(list: readonly One[], at: number, one: One | null): readonly One[] =>
    one === null ? list.toSpliced(at, 1) : list.with(at, one)
  const save = async () => {
    if (!('mapping' in read)) return
    setSaving(true)
    const body = { mapping: read.mapping, objectVersionNumber: version }
    const answer = await call(foreignCalls.setMapping, { params: { id: device.id }, body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFailure(answer.fields?.['mapping'] ?? reasonOf(answer))
      return
    }
    drop()
    onTyped(false)
    toast('success', t('devices:foreign.saved'))
    onSaved()
  }
  return (
    <>
      <Section title={t('devices:foreign.mapping')}>
        <Stack spacing={2}>
          <StaleNote
            shown={isOlder}
            onReload={() => {
              undo()
              onRenew()
            }}
          />
          <DraftNote shown={brought && !isOlder} onDrop={undo} />
          <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2, pt: 1 }}>
            <SelectField
              fullWidth
              label={t('devices:foreign.protocol')}
              value={draft.protocol}
              words={FOREIGN_PROTOCOLS.map((name) => [name, t(`devices:foreign.protocols.${name}`)])}
              onChange={(protocol) => set({ protocol })}
            />
            <TextField
              fullWidth
              label={t('devices:foreign.calledBy')}
              value={draft.calledBy}
              error={faultAt('calledBy') !== undefined}
              helperText={faultAt('calledBy') ?? t('devices:foreign.calledByHint')}
              onChange={({ target }) => set({ calledBy: target.value })}
            />
          </Stack>
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2 }}>
            <FormControlLabel
              control={<Switch checked={draft.numbersInText} onChange={(_, numbersInText) => set({ numbersInText })} />}
              label={t('devices:foreign.numbersInText')}
            />
            <FormControlLabel
              control={<Switch checked={draft.onlyMapped} onChange={(_, onlyMapped) => set({ onlyMapped })} />}
              label={t('devices:foreign.onlyMapped')}
            />
          </Stack>
          <Typography variant="h3">{t('devices:foreign.items')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('devices:foreign.itemsHint')}
          </Typography>
          {draft.items.map((one, at) => (
            <ItemRow
              key={at}
              number={at + 1}
              value={one}
              protocol={draft.protocol}
              fault={faultAt(`items.${at}`)}
              onChange={(next) => set({ items: replaced(draft.items, at, next) })}
            />
          ))}
          {faultAt('items') !== undefined && <Alert severity="error">{faultAt('items')}</Alert>}
          <Button
            startIcon={<AddIcon />}
            sx={{ alignSelf: 'flex-start', minHeight: 44 }}
            onClick={() => set({ items: [...draft.items, newItem] })}
          >
            {t('devices:foreign.addItem')}
          </Button>
          <Typography variant="h3">{t('devices:foreign.circuits')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`devices:foreign.circuitsHint.${draft.protocol}`)}
          </Typography>
          {draft.circuits.map((one, at) => (
            <CircuitRow
              key={at}
              value={one}
              protocol={draft.protocol}
              fault={faultAt(`circuits.${at}`)}
              onChange={(next) => set({ circuits: replaced(draft.circuits, at, next) })}
            />
          ))}
          {faultAt('circuits') !== undefined && <Alert severity="error">{faultAt('circuits')}</Alert>}
          <Button
            startIcon={<AddIcon />}
            sx={{ alignSelf: 'flex-start', minHeight: 44 }}
            onClick={() => set({ circuits: [...draft.circuits, newCircuit(draft.circuits)] })}
          >
            {t('devices:foreign.addCircuit')}
          </Button>
        </Stack>
      </Section>
      <MappingTrial key={draft.protocol} device={device} mapping={'mapping' in read ? read.mapping : null} onTried={setTried} />
      <Stack spacing={1}>
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button variant="contained" loading={saving} disabled={!isTried || isKept} sx={{ minHeight: 44 }} onClick={() => void save()}>
            {t('devices:foreign.save')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} component="output">
            {isKept ? t('devices:foreign.isKept') : isTried ? t('devices:foreign.isTried') : t('devices:foreign.tryFirst')}
          </Typography>
        </Stack>
      </Stack>
    </>
  )
}
