import AddIcon from '@mui/icons-material/Add'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { DOSING, type Interlock, interlockCalls, MOST_INTERLOCKS } from '#contract/devices/interlock'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { useMay } from '#src/devices/useMay.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { PartList } from '../PartList.tsx'
import { useTakingAway } from '../useTakingAway.ts'
import { InterlockForm } from './InterlockForm.tsx'

/** How often it is asked anew whether they are fulfilled: a value also grows old, which nobody tells. */
const AGAIN_MS = 5000

/** What must be so while circuits of a device run, and whether it is so. */
export function Interlocks({ device }: { device: Device }) {
  const { t } = useTranslation()
  const takeAway = useTakingAway()
  const [editing, setEditing] = useState<Interlock | 'new' | null>(null)
  const mayEdit = useMay('edit', device.deviceType)
  const query = useCall(interlockCalls.list, { params: { id: device.id } }, { refetchInterval: AGAIN_MS })
  const remove = async (of: Interlock) => {
    const asked = {
      title: t('devices:interlock.removeTitle', { name: of.name }),
      text: t('devices:interlock.removeText'),
      confirm: t('devices:interlock.remove'),
      done: t('devices:interlock.removed'),
    }
    const params = { id: device.id, interlockId: of.id }
    if (await takeAway(asked, () => call(interlockCalls.remove, { params }, { quiet: true }))) void query.refetch()
  }
  const rows = query.data
  return (
    <Section
      title={t('devices:interlock.title')}
      aside={
        mayEdit && (
          <Button
            startIcon={<AddIcon />}
            disabled={!rows || rows.length >= MOST_INTERLOCKS}
            onClick={() => setEditing('new')}
            sx={{ minHeight: 44 }}
          >
            {t('devices:interlock.add')}
          </Button>
        )
      }
    >
      {!rows && <ListGate compact query={query} rows={2} height={48} />}
      <PartList
        parts={rows}
        empty={t('devices:interlock.none')}
        words={{ edit: t('devices:interlock.edit'), remove: t('devices:interlock.remove') }}
        says={(one) => [
          one.circuit === null
            ? t('devices:interlock.every')
            : one.circuit === DOSING
              ? t('devices:interlock.dosing')
              : t('devices:control.circuit', { circuit: one.circuit }),
          one.need.kind === 'anyOpen'
            ? t('devices:interlock.anyOpenOf', { count: one.need.switchIds.length })
            : t('devices:interlock.aboveLimit', { limit: one.need.limit }),
          ...(one.graceSeconds > 0 ? [t('devices:interlock.graced', { count: one.graceSeconds })] : []),
        ]}
        below={({ unmet }) => (
          <Mark icon={unmet === null ? CheckCircleIcon : WarningIcon} color={unmet === null ? 'status.normal' : 'status.alarm'}>
            {unmet === null ? t('devices:interlock.fulfilled') : t(`devices:interlock.unmet.${unmet}`)}
          </Mark>
        )}
        mayEdit={mayEdit}
        onEdit={setEditing}
        onRemove={(one) => void remove(one)}
      />
      {editing !== null && (
        <InterlockForm
          device={device}
          of={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void query.refetch()
          }}
        />
      )}
    </Section>
  )
}
