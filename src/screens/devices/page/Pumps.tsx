import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aeratorCalls, MOST_PUMPS, type Pump } from '#contract/devices/aerator'
import { deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { quantityOf } from '#contract/devices/itemCode'
import { manualHoldCalls } from '#contract/devices/manualHold'
import { runHoursCalls } from '#contract/devices/runHours'
import { CONTROL } from '#contract/devices/switch'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePresence } from '#src/live/usePresence.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { newerPresence } from '#streams/devices/presence'
import { ItemCards } from '../ItemCards.tsx'
import { useTakingAway } from '../useTakingAway.ts'
import { PumpForm } from './PumpForm.tsx'
import { PumpRow } from './PumpRow.tsx'

/** The pumps of a regulator, and in a window the water they keep; on the page of the device its readings have a part of their own. */
export function Pumps({ deviceId, onPage = false }: { deviceId: number; onPage?: boolean }) {
  const { t } = useTranslation()
  const state = useCall(deviceCalls.state, { params: { id: deviceId } })
  const pumps = useCall(aeratorCalls.pumps, { query: { regulatorId: deviceId } })
  const mayControl = usePermission(CONTROL)
  const mayEdit = usePermission(deviceTypes.aerator_ii.codes.edit) === true
  const ran = useCall(runHoursCalls.read, { params: { id: deviceId } }, { enabled: onPage, refetchInterval: 60_000 })
  const at = state.data?.areaId ?? 0
  const holds = useCall(manualHoldCalls.list, { query: { areaId: at, deviceId } }, { enabled: at > 0 })
  const [editing, setEditing] = useState<Pump | 'new' | null>(null)
  const takeAway = useTakingAway()
  const remove = async ({ id, name }: Pump) => {
    const word = t('devices:aerator.remove')
    const asked = { title: t('crud:pair', { one: word, two: name }), text: t('devices:aerator.removeText'), confirm: word }
    // Gone or not, what is there is read again.
    await takeAway(asked, () => call(aeratorCalls.forget, { params: { id } }, { quiet: true }))
    void pumps.refetch()
  }
  const live = usePresence(state.data?.areaId, deviceId)
  const presence = state.data && newerPresence(state.data, live).presence
  const failed = (!state.data && state.error) || (!pumps.data && pumps.error)
  if (failed)
    return (
      <ErrorState
        compact
        error={failed}
        onRetry={() => {
          void state.refetch()
          void pumps.refetch()
        }}
      />
    )
  if (!state.data || !pumps.data) return <SkeletonList rows={4} height={64} />
  const { areaId } = state.data
  // A pump's fault stands in its row.
  const measured = state.data.items.filter(({ code }) => quantityOf(code) !== 'fault')
  return (
    <Stack spacing={2}>
      {presence === 'offline' && <Alert severity="warning">{t('devices:control.offline')}</Alert>}
      {mayControl === false && <Alert severity="info">{t('devices:control.readOnly')}</Alert>}
      {pumps.data.length === 0 && <EmptyState variant="noData" compact title={t('devices:aerator.empty')} />}
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {pumps.data.map((pump) => (
          <PumpRow
            key={pump.id}
            of={pump}
            areaId={areaId}
            mayControl={mayControl === true}
            ran={ran.data?.find(({ switchId }) => switchId === pump.id)}
            hold={holds.data?.find(({ switchId }) => switchId === pump.id)}
            onPage={onPage}
            {...(onPage && mayEdit ? { onEdit: () => setEditing(pump), onRemove: () => void remove(pump) } : {})}
          />
        ))}
      </Box>
      {onPage && mayEdit && (
        <Button
          startIcon={<AddIcon />}
          disabled={pumps.data.length >= MOST_PUMPS}
          onClick={() => setEditing('new')}
          sx={{ minHeight: 44, alignSelf: 'flex-start' }}
        >
          {t('devices:aerator.add')}
        </Button>
      )}
      {!onPage && <ItemCards device={state.data} items={measured} />}
      {editing !== null && (
        <PumpForm
          key={editing === 'new' ? 'new' : editing.id}
          regulatorId={deviceId}
          of={editing === 'new' ? null : editing}
          taken={pumps.data.map(({ node }) => node)}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void pumps.refetch()
          }}
        />
      )}
    </Stack>
  )
}
