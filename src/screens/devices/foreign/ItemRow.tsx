import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { ForeignProtocol } from '#contract/devices/mapping'
import { NumberField } from '#src/ui/NumberField.tsx'
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
        <TextField
          select
          label={t('devices:foreign.from')}
          value={value.bytes === null ? 'key' : 'bytes'}
          onChange={({ target }) => set({ bytes: target.value === 'bytes' ? newBytes : null })}
        >
          <MenuItem value="key">{t('devices:foreign.fromObject')}</MenuItem>
          <MenuItem value="bytes">{t('devices:foreign.fromBytes')}</MenuItem>
        </TextField>
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
      <TextField
        select
        label={t('devices:foreign.kind')}
        value={value.kind}
        onChange={({ target }) => set({ kind: target.value as BytesDraft['kind'] })}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`devices:foreign.kinds.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('devices:foreign.order')}
        value={value.littleEndian ? 'little' : 'big'}
        onChange={({ target }) => set({ littleEndian: target.value === 'little' })}
      >
        <MenuItem value="big">{t('devices:foreign.big')}</MenuItem>
        <MenuItem value="little">{t('devices:foreign.little')}</MenuItem>
      </TextField>
      {value.kind !== 'float' && (
        <>
          <NumberField label={t('devices:foreign.bitFrom')} value={value.bitFrom} onChange={(bitFrom) => set({ bitFrom })} />
          <NumberField label={t('devices:foreign.bitCount')} value={value.bitCount} onChange={(bitCount) => set({ bitCount })} />
        </>
      )}
    </>
  )
}
