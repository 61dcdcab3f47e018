import PlayArrowIcon from '@mui/icons-material/PlayArrow'
import StopIcon from '@mui/icons-material/Stop'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import type { Device } from '#contract/devices/device'
import { dosingCalls } from '#contract/devices/dosing'
import { CONTROL } from '#contract/devices/switch'
import { doseSet } from '#contract/devices/verbs'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useMay } from '#src/devices/useMay.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { ControlLog } from '../../switches/ControlLog.tsx'
import { DoseProgress } from './DoseProgress.tsx'
import { Recipes } from './Recipes.tsx'
import { StartDose } from './StartDose.tsx'
import { Tanks } from './Tanks.tsx'

/** How often the machine's own word is asked for: a start that is under way is not told by its readings yet. */
const AGAIN_MS = 5000

/** What a machine that mixes fertilizer does: what runs and how far it is, its tanks, its recipes, and who asked for what. */
export function DosingPanel({ device }: { device: Device }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const said = useSaid()
  const mayControl = usePermission(CONTROL) === true
  const mayEdit = useMay('edit', device.deviceType)
  const state = useCall(dosingCalls.state, { params: { id: device.id } }, { refetchInterval: AGAIN_MS })
  const recipes = useCall(dosingCalls.recipes, {})
  // The page below asks for the same: it is read once.
  const items = useCall(collectCalls.collection, { params: { id: device.id }, query: { page: 1, size: 0 } })
  const itemOf = useMemo(() => new Map((items.data?.content ?? []).map((item) => [item.id, item])), [items.data])
  const [starting, setStarting] = useState(false)
  const failed = [state, recipes, items].find((query) => query.isError && !query.data)
  if (failed?.error) return <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
  if (!state.data || !recipes.data || !items.data) return <SkeletonList rows={4} height={64} />
  const { channels, volumeItemId, runningItemId } = state.data
  const found = (id: number | null) => (id === null ? undefined : itemOf.get(id))
  const stop = async () => {
    const yes = await confirm({
      title: t('devices:dosing.stop'),
      text: t('devices:dosing.stopText'),
      confirm: t('devices:dosing.stop'),
      color: 'error',
    })
    if (!yes) return
    const answer = await call(dosingCalls.stop, { params: { id: device.id } })
    if (isFailure(answer)) return
    if (answer.result === 1) toast('success', t('devices:dosing.stopped'))
    else toast('error', said(answer.message) ?? t(`devices:commandState.${answer.state}`))
    void state.refetch()
  }
  return (
    <Section
      title={t('devices:dosing.title')}
      aside={
        mayControl && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              startIcon={<PlayArrowIcon />}
              disabled={recipes.data.length === 0 || state.data.running === true}
              onClick={() => setStarting(true)}
              sx={{ minHeight: 44 }}
            >
              {t('devices:dosing.start')}
            </Button>
            <Button
              variant="outlined"
              color={state.data.running === false ? 'inherit' : 'error'}
              startIcon={<StopIcon />}
              onClick={() => void stop()}
              sx={{ minHeight: 44 }}
            >
              {t('devices:dosing.stop')}
            </Button>
          </Stack>
        )
      }
    >
      {mayControl && recipes.data.length === 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t(mayEdit ? 'devices:dosing.needsRecipe' : 'devices:dosing.needsRecipeOfOthers')}
        </Alert>
      )}
      <Stack spacing={2} divider={<Divider flexItem />}>
        <DoseProgress areaId={device.areaId} of={state.data} running={found(runningItemId)} volume={found(volumeItemId)} />
        <Tanks
          areaId={device.areaId}
          channels={channels.map(({ channel, doseItemId, tankItemId }) => ({
            channel,
            dosed: found(doseItemId),
            tank: found(tankItemId),
          }))}
        />
        <Recipes recipes={recipes.data} mayEdit={mayEdit} onChanged={() => void recipes.refetch()} />
        <ControlLog of={{ concentratorId: device.id, verb: doseSet.name }} />
      </Stack>
      {!mayControl && <Alert severity="info">{t('devices:control.readOnly')}</Alert>}
      {starting && (
        <StartDose
          device={device}
          recipes={recipes.data}
          onClose={() => {
            setStarting(false)
            void state.refetch()
          }}
        />
      )}
    </Section>
  )
}
