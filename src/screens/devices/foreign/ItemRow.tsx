import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { ForeignProtocol } from '#contract/devices/mapping'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { type BytesDraft, type ItemDraft, newBytes } from './mappingDraft.ts'
import { RowFrame } from './RowFrame.tsx'

const KINDS = ['unsigned', 'signed', 'float'] as const

/** One value that becomes an item: where it is found, what it is called, and how it is reckoned. */
export function ItemRow({
  number,
  value,
  protocol,
  fault,
  onChange,
}: {
  number: number
  value: ItemDraft
  protocol: ForeignProtocol
  fault: string | undefined
  onChange: (value: ItemDraft | null) => void
}) {
  const { t } = useTranslation()
  const set = (given: Partial<ItemDraft>) => onChange({ ...value, ...given })
  const isRadio = protocol === 'chirpstack'
  return (
    <RowFrame name={t('devices:foreign.item', { number })} fault={fault} onRemove={() => onChange(null)}>
      {isRadio && (
        <SelectField
          label={t('devices:foreign.from')}
          value={value.bytes === null ? 'key' : 'bytes'}
          words={[
            ['key', t('devices:foreign.fromObject')],
            ['bytes', t('devices:foreign.fromBytes')],
          ]}
          onChange={(to) => set({ bytes: to === 'bytes' ? newBytes : null })}
        />
      )}
      {isRadio && value.bytes !== null ? (
        <BytesFields value={value.bytes} onChange={(bytes) => set({ bytes })} />
      ) : (
        <TextField
          label={t(isRadio ? 'devices:foreign.path' : protocol === 'sparkplug' ? 'devices:foreign.metric' : 'devices:foreign.key')}
          value={value.key}
          onChange={({ target }) => set({ key: target.value })}
        />
      )}
      <TextField label={t('devices:foreign.code')} value={value.code} onChange={({ target }) => set({ code: target.value })} />
      <NumberField label={t('devices:foreign.factor')} value={value.factor} onChange={(factor) => set({ factor })} />
      <NumberField label={t('devices:foreign.offset')} value={value.offset} onChange={(offset) => set({ offset })} />
      <TextField label={t('devices:foreign.unit')} value={value.unit} onChange={({ target }) => set({ unit: target.value })} />
      {isRadio && <NumberField label={t('devices:foreign.onlyPort')} value={value.port} onChange={(port) => set({ port })} />}
    </RowFrame>
  )
}

function BytesFields({ value, onChange }: { value: BytesDraft; onChange: (value: BytesDraft) => void }) {
  const { t } = useTranslation()
  const set = (given: Partial<BytesDraft>) => onChange({ ...value, ...given })
  return (
    <>
      <NumberField label={t('devices:foreign.byteFrom')} value={value.from} onChange={(from) => set({ from })} />
      <NumberField label={t('devices:foreign.byteCount')} value={value.count} onChange={(count) => set({ count })} />
      <SelectField
        label={t('devices:foreign.kind')}
        value={value.kind}
        words={KINDS.map((kind) => [kind, t(`devices:foreign.kinds.${kind}`)])}
        onChange={(kind) => set({ kind })}
      />
      <SelectField
        label={t('devices:foreign.order')}
        value={value.littleEndian ? 'little' : 'big'}
        words={[
          ['big', t('devices:foreign.big')],
          ['little', t('devices:foreign.little')],
        ]}
        onChange={(to) => set({ littleEndian: to === 'little' })}
      />
      {value.kind !== 'float' && (
        <>
          <NumberField label={t('devices:foreign.bitFrom')} value={value.bitFrom} onChange={(bitFrom) => set({ bitFrom })} />
          <NumberField label={t('devices:foreign.bitCount')} value={value.bitCount} onChange={(bitCount) => set({ bitCount })} />
        </>
      )}
    </>
  )
}
